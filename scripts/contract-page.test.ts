import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./build.js";
import { callsAmiss, writeContract } from "./contract-page.ts";

const page = readFileSync(join(root, "docs/upstream-contract.md"), "utf8");

test("docs/upstream-contract.md has the calls and shapes of the contract; if not, run npm run docs", () => {
  expect(page).toBe(writeContract(page));
});

test("docs/upstream-contract.md has each call once", () => {
  expect(callsAmiss(page)).toEqual([]);
  expect(callsAmiss("<!-- calls: reference -->\n<!-- end -->")).toContain("organizations.create");
  expect(callsAmiss(`${page}\n<!-- calls: reference -->\n<!-- end -->`)).toEqual([
    "reference.countries",
    "reference.industries",
    "reference.sizes",
  ]);
});

test("a block is written from the schemas", () => {
  const written = writeContract("<!-- shapes: Ref OrganizationForm -->\nstale\n<!-- end -->\n<!-- calls: reference -->\n<!-- end -->");
  expect(written).toContain("Ref = { id, name: string }\nOrganizationForm = { name: string(200),");
  expect(written).toContain("country: Ref,");
  expect(written).toMatch(/^- `GET \/countries → Ref\[\]`: \w+$/m);
  expect(written).not.toContain("stale");
});

test("a call shows its query, its body, and a status other than 200", () => {
  const written = writeContract("<!-- calls: p3m3 -->\n<!-- end -->\n<!-- calls: organizations -->\n<!-- end -->");
  expect(written).toContain("- `GET /P3M3/assessments/{id}/questions?p&t → ");
  expect(written).toMatch(/^- `POST \/organizations \{ name: string\(200\), .* \} → 201 \{ id: /m);
  expect(written).toContain("- `POST /assessments/{id}/{perspectiveId}/{threadId}/rescope`: takes a thread in again");
  expect(writeContract("<!-- shapes: BulkChange -->\n<!-- end -->").replaceAll(/\s+/g, " ")).toContain(
    "optionId, confirmed?: boolean })[], note?:",
  );
});

test("an object that holds a named one is written as that one and the rest", () => {
  const written = writeContract("<!-- shapes: Session RefreshedSession CatalogueItem P3m3Scores -->\n<!-- end -->");
  expect(written).toContain('Session = RefreshedSession & { roles: ("P3M3"|"ITIL")[] }\nRefreshedSession = { expiry?: number|null,');
  expect(written).toContain("perspectives: (CatalogueItem & { score, rank })[]");
});

test("a block that asks for what there is not fails", () => {
  expect(() => writeContract("<!-- shapes: Nothing -->\n<!-- end -->")).toThrow("no shape Nothing");
  expect(() => writeContract("<!-- calls: nothing -->\n<!-- end -->")).toThrow("no calls nothing");
});
