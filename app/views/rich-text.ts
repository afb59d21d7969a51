/** A text of the catalogue: plain, or sanitised HTML with the same as plain text. */
export type RichText = string | { html: string; text: string };

/** The words alone, for where nothing can be marked up: tables of versions, Excel, images. */
export const plainText = (rich: RichText): string => (typeof rich === "string" ? rich : rich.text);
