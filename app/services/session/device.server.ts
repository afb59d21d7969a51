import Bowser from "bowser";
import { DEVICE_MAX, hasControlCharacters } from "#model/text.ts";

/** What somebody signs in with, as people call it: 'Firefox on Windows'. Undefined where the browser does not say. */
export function deviceOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(" on ");
  return device === "" || hasControlCharacters(device) ? undefined : [...device].slice(0, DEVICE_MAX).join("");
}
