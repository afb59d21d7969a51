import { expect, test } from "vitest";
import { DEVICE_MAX, hasControlCharacters } from "#model/text.ts";
import { deviceOf } from "./device.server.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Microsoft Edge on Windows",
  ],
])("%s is %s", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

test("a browser that does not say what it is has no name", () => {
  for (const userAgent of [null, "", " "]) expect(deviceOf(userAgent)).toBeUndefined();
});

test("whatever is sent, the name fits and holds no control characters", () => {
  for (const userAgent of ["x".repeat(20_000), `${"a".repeat(300)}/1`, "\u0007\u001b/5", "Mozilla/5.0 (\u0000) <script>/1"]) {
    const device = deviceOf(userAgent) ?? "";
    expect([...device].length).toBeLessThanOrEqual(DEVICE_MAX);
    expect(hasControlCharacters(device)).toBe(false);
  }
});
