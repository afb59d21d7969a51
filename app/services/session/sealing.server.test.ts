import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

const shape = z.object({ at: z.number() });
const { seal, unseal } = await withSettings(
  { SESSION_SECRET: "a secret of at least thirty-two characters", HOME_SITE_URL: "http://home.invalid" },
  () => import("./sealing.server.ts"),
);

afterEach(() => vi.useRealTimers());
afterAll(forgetSettings);

describe("a seal that was opened before", () => {
  test("gives the same again, as an object of its own", async () => {
    const sealed = await seal("seen", { at: 1 }, 60);
    const first = await unseal("seen", shape, sealed);
    expect(first).toEqual({ at: 1 });
    if (first) first.at = 2;
    expect(await unseal("seen", shape, sealed)).toEqual({ at: 1 });
  });

  test("opens for nothing else", async () => {
    const sealed = await seal("seen", { at: 1 }, 60);
    await unseal("seen", shape, sealed);
    expect(await unseal("session", shape, sealed)).toBeUndefined();
  });

  test("opens no longer than for its time", async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
    const sealed = await seal("seen", { at: 1 }, 60);
    await unseal("seen", shape, sealed);
    vi.setSystemTime(1_800_000_059_999);
    expect(await unseal("seen", shape, sealed)).toEqual({ at: 1 });
    vi.setSystemTime(1_800_000_060_000);
    expect(await unseal("seen", shape, sealed)).toBeUndefined();
  });
});
