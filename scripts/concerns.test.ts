/** Screens show concerns through a list and name none of them, so that a new one touches no screen (docs/architecture.md). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const LISTS = ["app/views/answering/concerns.ts", "app/services/answering/concerns.server.ts", "app/components/answering/concerns.tsx"];

const [, listed = ""] = /interface Concerns \{(.*?)\}/s.exec(readFileSync(LISTS[0] ?? "", "utf8")) ?? [];
const names = [...listed.matchAll(/(\w+): /g)].map(([, name]) => name);

/** Everything on which somebody answers, without the concerns themselves and their lists. */
const screens = execFileSync("git", ["ls-files", "app/components/answering", "app/services/answering", "app/views/answering"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("/concerns/") && !LISTS.includes(file) && !/\.test\.tsx?$/.test(file));

/** What in a source names a concern: the module of one, or one of what all give. */
const namesIn = (source: string) => [
  ...(source.match(/answering\/concerns\/(?!concern(?:\.server)?")[\w/.-]+/g) ?? []),
  ...(source.match(new RegExp(`\\b(?:concerns|onPage|edited|inRow|live)\\??\\.(?:${names.join("|")})\\b`, "g")) ?? []),
];

test("no screen names a concern", () => {
  expect(screens.length).toBeGreaterThan(50);
  expect(names).toContain("voices");
  expect(screens.flatMap((file) => namesIn(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`))).toEqual([]);
});

test.each(['import { voices } from "~/components/answering/concerns/voices/concern";', "row.concerns.voices?.words", "edited.flags"])(
  "such a name is found: %s",
  (source) => {
    expect(namesIn(source)).toHaveLength(1);
  },
);
