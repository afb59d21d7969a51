/** Logos that somebody uploads who means harm. */
import type { Visitor } from "../support/form-driver.ts";

/** An SVG with this in it. */
export const svgOf = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="1200" height="400">${inner}</svg>`;

/** Takes minutes to draw. */
export const SLOW_LOGO = `<text x="10" y="100" font-size="9999">${"W".repeat(100_000)}</text>`;

/** Uploads a logo, as a browser without script does. */
export function uploadLogo(visitor: Visitor, bytes: Uint8Array | string): Promise<Visitor> {
  const body = new FormData();
  body.append("intent", "upload");
  body.append("logo", new File([bytes as Uint8Array<ArrayBuffer>], "logo"));
  return visitor.post("/team/style", body);
}
