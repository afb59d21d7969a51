/** The same as `images.server.test.tsx`, in an installation without the large fonts. */
import { expect, test, vi } from "vitest";
import { drawableContent } from "~/services/results/images.server";

vi.mock("node:module", async (original) => {
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
  const { content, remark } = await drawableContent(["Port 한국 🚀 ≥ 2"]);
  expect(content).toEqual(["Port �� � ≥ 2"]);
  expect(remark).toContain("does not have");
});
