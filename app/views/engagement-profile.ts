/** The profile of an engagement: the scores of its assessments beside each other (docs/rules/engagements.md#the-profile). */
import type { Id } from "#model/contract/common.ts";
import { engagementPaths } from "~/views/engagements";
import { FURTHER_FORMATS, type FurtherFormat, IMAGES_FIELD, type ImageFormat } from "~/views/paths";
import type { ResultSection } from "~/views/result";

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};
const at = (engagementId: Id) => `${engagementPaths.screen(engagementId)}/profile`;

export const profilePaths = {
  /** @param images the format of images in addition to JPEG */
  screen: (engagementId: Id, images?: FurtherFormat) => withQuery(at(engagementId), { [IMAGES_FIELD]: images }),
  workbook: (engagementId: Id) => `${at(engagementId)}.xlsx`,
  image: (engagementId: Id, exhibit: string, { format = "jpg", part }: { format?: ImageFormat; part?: number } = {}) =>
    withQuery(`${at(engagementId)}/images/${encodeURIComponent(exhibit)}.${format}`, {
      part: part === undefined ? undefined : String(part),
    }),
} as const;

/** Why there is no figure over several assessments (docs/rules/engagements.md#the-profile). */
export const NO_COMMON_FIGURE =
  "Each figure is that of one assessment. No rule gives a figure over several scopes or units, so there is none.";

/** The further format that an address asks for. */
export const imagesIn = (query: URLSearchParams): FurtherFormat | undefined =>
  FURTHER_FORMATS.find((format) => format === query.get(IMAGES_FIELD));

/** What the page says of an assessment. */
export interface ProfileMember {
  id: Id;
  /** As the tables name it, and as it is called. */
  label: string;
  name: string;
  /** Empty for none. */
  unit: string;
  /** Of the result, or the draft; undefined where there is none, and for whoever does not work with the model. */
  to: string | undefined;
  /** When it was submitted, that it is a draft, or why it is not shown, in a few words. */
  standing: string;
  /** How much of the model was assessed; undefined for all of it. */
  extent: string | undefined;
}

export interface ProfilePage {
  id: Id;
  name: string;
  organization: { name: string; to: string };
  members: ProfileMember[];
  sections: ResultSection[];
  images: FurtherFormat | undefined;
  links: { engagement: string; workbook: string };
}

/** What the browser's script knows of it: everything but its tables and charts. */
export type ShownProfile = Omit<ProfilePage, "sections"> & { isEmpty: boolean };
