import type { RichText } from "~/views/rich-text";

/** A text of the catalogue with its markup, if it has any. */
export function Rich({ text }: { text: RichText }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (services/upstream/rich-text.server.ts)
  return typeof text === "string" ? text : <span className="rich" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
