/** The house style of a team: what its screen shows, and what reports carry of it (docs/rules/house-style.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Style } from "#model/contract/style.ts";
import type { STYLE_FIELDS } from "#model/fields.ts";

/** The bytes of a picture that may be uploaded as a logo. */
export const LOGO_UPLOAD_MAX = 1024 * 1024;
/** The error message for a larger one. */
export const LOGO_TOO_LARGE = "This file is larger than 1 MB. Please choose a smaller one.";
export const LOGO_FIELD = "logo";
/** What a form of the screen does; the form of the texts has none. */
export const STYLE_INTENTS = { upload: "upload", remove: "remove" } as const;

/** A picture that cannot be a logo; `unneeded` names what an SVG holds that no logo needs. */
export type LogoFault = "format" | "broken" | "too large" | "too many pixels" | "flat" | { unneeded: string };

export interface StylePage {
  style: Pick<Style, keyof typeof STYLE_FIELDS>;
  /** What the form of the texts is made from, as text for it to carry. */
  base: string;
  /** Where the logo is; undefined where there is none. */
  logo: string | undefined;
}

/** What became of a form of the screen. */
export interface StyleReply {
  texts?: SubmissionResult<string[]>;
  /** What the form is made from now, if a colleague has changed the texts since. */
  changedTo?: string;
  logoError?: string;
}

/** The line of a house style at the foot of every page and slide; empty for none. */
export const footLine = ({ confidentiality, footer }: Partial<Pick<Style, "confidentiality" | "footer">>): string =>
  [confidentiality, footer].filter(Boolean).join(" · ");

/** A logo as files hold it. */
export interface Logo {
  /** A PNG in base64. */
  png: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** What reports and print have of a house style; absent is what the team has not set. */
export interface HouseStyle {
  name?: string;
  /** Such as #1f4e79. */
  accent?: string;
  confidentiality?: string;
  footer?: string;
  logo?: Logo;
}

/** What a picture has of the house style of a team: the name below it, and the colour of own scores, such as '#3151c9'. */
export interface PictureStyle {
  name?: string;
  accent?: string;
}
