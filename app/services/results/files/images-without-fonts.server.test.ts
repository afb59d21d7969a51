/** The same as `images.server.test.tsx`, in an installation without the large fonts. */
import { afterAll, expect, test, vi } from "vitest";

// Test files share their modules, so this one loads its own, and leaves none behind.
vi.resetModules();
afterAll(() => {
  vi.doUnmock("node:module");
  vi.resetModules();
});
vi.doMock("node:module", async (original) => {
  const module = await original<typeof import("node:module")>();
  const createRequire = (from: string) => {
    const { resolve } = module.createRequire(from);
    const resolveFew = (id: string) => {
      if (/noto-(?:sans-kr|emoji)/.test(id)) throw new Error(`Cannot find module ${id}`);
      return resolve(id);
    };
    return Object.assign(() => undefined, { resolve: resolveFew });
  };
  return { ...module, createRequire };
});

test("characters of a font that is not installed are replaced, and the picture says so", async () => {
  const { drawableContent } = await import("~/services/results/files/images.server");
  const { content, remark } = await drawableContent(["Port 한국 🚀 ≥ 2"]);
  expect(content).toEqual(["Port �� � ≥ 2"]);
  expect(remark).toContain("does not have");
});
