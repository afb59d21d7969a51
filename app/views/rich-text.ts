/** A text of the catalogue: plain, or sanitised HTML together with the same text without markup. */
export type RichText = string | { html: string; text: string };

/** The text without markup, for places that cannot show any: tables of versions, Excel, images. */
export const plainText = (rich: RichText): string => (typeof rich === "string" ? rich : rich.text);
