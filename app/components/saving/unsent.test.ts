import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardAllUnsent } from "~/components/saving/discardAllUnsent";
import { discardUnsent, findUnsent, forgetUnsent, keepUnsent, listUnsent } from "~/components/saving/unsent";

/** What the browser keeps: as in a real one, its entries are properties. */
class Kept {
  [key: string]: unknown;
}
for (const [name, value] of Object.entries({
  getItem(this: Kept, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: Kept, key: string, text: string) {
    this[key] = text;
  },
  removeItem(this: Kept, key: string) {
    delete this[key];
  },
}))
  Object.defineProperty(Kept.prototype, name, { value });

beforeEach(() => void vi.stubGlobal("localStorage", new Kept()));
afterEach(() => void vi.unstubAllGlobals());

const HERE = { href: "/assessments/1/questions/BM/PL", part: "note" };
const CHANGE = { base: "1", value: "Not for others", href: HERE.href, label: "Planning" };
const [ANN, BEN] = ["ann@example.org", "ben@example.org"];

test("what one person could not save is found and listed for them, and forgotten once it is saved", () => {
  keepUnsent({ ...HERE, owner: ANN }, CHANGE);
  expect(findUnsent({ ...HERE, owner: ANN })).toEqual(CHANGE);
  expect(listUnsent(ANN)).toEqual([{ href: HERE.href, label: "Planning", part: "note", value: "Not for others" }]);
  forgetUnsent({ ...HERE, owner: ANN }, "An older text");
  expect(listUnsent(ANN)).toHaveLength(1);
  forgetUnsent({ ...HERE, owner: ANN }, "Not for others");
  expect(listUnsent(ANN)).toEqual([]);
});

test("what was kept by a former name of somebody is theirs, and is kept by the present one from the next change on", () => {
  const owner = `key,${ANN}`;
  keepUnsent({ ...HERE, owner: ANN }, CHANGE);
  expect(findUnsent({ ...HERE, owner })).toEqual(CHANGE);
  expect(listUnsent(owner)).toHaveLength(1);
  keepUnsent({ ...HERE, owner }, { ...CHANGE, value: "A newer text" });
  expect([listUnsent(owner).map(({ value }) => value), listUnsent(ANN)]).toEqual([["A newer text"], []]);
  keepUnsent({ ...HERE, owner: ANN }, CHANGE);
  expect(findUnsent({ ...HERE, owner })?.value).toBe("A newer text");
  forgetUnsent({ ...HERE, owner }, CHANGE.value);
  discardUnsent({ ...HERE, owner });
  expect(listUnsent(owner)).toEqual([]);
  keepUnsent({ ...HERE, owner: ANN }, CHANGE);
  discardAllUnsent(owner);
  expect(listUnsent(ANN)).toEqual([]);
});

test("whoever signs in next in the same browser neither sees it, nor sends it, nor throws it away", () => {
  keepUnsent({ ...HERE, owner: ANN }, CHANGE);
  expect(findUnsent({ ...HERE, owner: BEN })).toBeUndefined();
  expect(listUnsent(BEN)).toEqual([]);
  forgetUnsent({ ...HERE, owner: BEN }, CHANGE.value);
  discardAllUnsent(BEN);
  keepUnsent({ ...HERE, owner: BEN }, { ...CHANGE, value: "Ben's" });
  expect(listUnsent(ANN).map(({ value }) => value)).toEqual(["Not for others"]);
});
