/** What a mail says, as text and as simple HTML. */
import type { KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import type { MailedSecrets } from "../auth/mailed-secrets.ts";
import type { Catalogue } from "../content/catalogue.ts";
import type { MailTable } from "../store/database.ts";
import type { Db } from "../store/open.ts";

export type MailRow = Selectable<MailTable>;

/** What letters are written with. */
export interface Writing {
  db: Db;
  secrets: MailedSecrets;
  /** Where people find the web application. */
  publicUrl: string;
  now: Date;
  /** Whose days count: an IANA name. */
  timeZone: string;
  /** With which the store knows who wants no more mails. */
  historyKey: KeyObject;
  /** What sheets ask. */
  catalogue: Catalogue;
}

/** A paragraph: words, an address to follow, or a code to type. */
export type Paragraph = string | { link: string } | { code: string };

export interface Letter {
  subject: string;
  /** When the link or code in it ends; absent where that is days away. */
  until?: string;
  /** Who caused it, where a person did. */
  replyTo?: { name: string; address: string };
  paragraphs: readonly Paragraph[];
}

/** Such as '5 November 2026'. */
export const dayOfLetter = (moment: string) =>
  new Date(moment).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** For programs without HTML, and for people who prefer it. */
export function textOf({ paragraphs }: Letter): string {
  const lines = paragraphs.map((paragraph) =>
    typeof paragraph === "string" ? paragraph : "link" in paragraph ? paragraph.link : paragraph.code,
  );
  return `${lines.join("\n\n")}\n`;
}

/** The same in HTML without pictures, which loads nothing. Its only style breaks an address that is wider than a phone. */
export function htmlOf({ subject, paragraphs }: Letter): string {
  const parts = paragraphs.map((paragraph) => {
    if (typeof paragraph === "string") return escaped(paragraph);
    if ("code" in paragraph) return `<b>${escaped(paragraph.code)}</b>`;
    return `<a href="${escaped(paragraph.link)}" style="word-break:break-all">${escaped(paragraph.link)}</a>`;
  });
  const body = parts.map((part) => `<p>${part}</p>`).join("\n");
  return `<!doctype html>\n<html lang="en-GB">\n<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
