import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drawSprite, iconsUsedIn } from "./icon-sprite.js";

it("finds every icon that the sources import, once, over several lines and under another name", () => {
  const folder = mkdtempSync(join(tmpdir(), "icons-"));
  const source = (name: string, names: string) => writeFileSync(join(folder, name), `import { ${names} } from "@radix-ui/react-icons";\n`);
  source("a.tsx", "HomeIcon,\n  PlusIcon,\n");
  source("b.ts", "PlusIcon as Add, ExitIcon");
  source("c.md", "StarIcon");
  expect(iconsUsedIn(folder)).toEqual(["ExitIcon", "HomeIcon", "PlusIcon"]);
  rmSync(folder, { recursive: true });
});

it("draws each as a symbol in the colour of where it is used, and refuses one that there is not", () => {
  const sprite = drawSprite(["HomeIcon", "PlusIcon"]);
  expect(sprite.match(/<symbol id="\w+" viewBox="0 0 15 15"[^>]*><path [^>]*fill="currentColor"/g)).toHaveLength(2);
  expect(() => drawSprite(["NoSuchIcon"])).toThrow("has no NoSuchIcon");
});
