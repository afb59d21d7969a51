import type { RichText } from "~/views/rich-text";

/** A text of the catalogue, marked up where whoever wrote it marked it up. */
export function Rich({ text }: { text: RichText }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (services/answering/rich-text.server.ts)
  return typeof text === "string" ? text : <span className="rich" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
