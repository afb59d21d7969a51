import Bowser from "bowser";
import { DEVICE_MAX, hasControlCharacters } from "#model/text.ts";

/** Browser and system in everyday words, such as 'Firefox on Windows'; undefined when the browser does not tell. */
export function deviceOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  const device = [browser.name, os.name].filter(Boolean).join(" on ");
  return device === "" || hasControlCharacters(device) ? undefined : [...device].slice(0, DEVICE_MAX).join("");
}
