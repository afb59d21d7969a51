import type { RichText } from "~/rich-text";

/** A text of the catalogue, marked up where whoever wrote it marked it up. */
export function Rich({ text }: { text: RichText }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (services/rich-text.server.ts)
  return typeof text === "string" ? text : <span className="rich" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
