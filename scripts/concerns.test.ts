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
  ...(source.match(/answering\/concerns\/(?!(?:concern(?:\.server)?|on-questions|in-grid)")[\w/.-]+/g) ?? []),
  ...(source.match(new RegExp(`\\b(?:concerns|onPage|edited|inRow|live)\\??\\.(?:${names.join("|")})\\b`, "g")) ?? []),
];

/** What shows, saves and leads on for every concern alike: no word of any is in it, but in comments. */
const alike = execFileSync(
  "git",
  [
    "ls-files",
    ...[
      "app/routes/answering/p3m3",
      "app/routes/answering/itil",
      "app/routes/answering/questions-save.tsx",
      "app/routes/answering/lock.tsx",
    ],
    ...["app/views/saving.ts", "app/views/saved-in-words.ts", "app/views/answering.ts"],
    ...["grid", "item", "filters", "summary", "p3m3", "itil"].map((view) => `app/views/answering/${view}.ts`),
    ...["app/services/saving", "app/services/answering/items", "app/services/answering/*progress-view*", "app/services/answering/frame*"],
    ...["app/components/saving", "app/components/answering/gates", "app/components/answering/extras", "app/components/answering/Item*"],
    ...["app/components/answering/Questions*", "app/components/answering/Progress*", "app/components/answering/use*"],
  ],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file));

const withoutComments = (source: string) => source.replace(/\/\*.*?\*\/|(?<!:)\/\/.*?$/gms, "");

/** The words of concerns that no other part of a screen has. */
const wordsIn = (source: string) => withoutComments(source).match(/\b\w*(?:flag|evidence|voice|lastTime|agreed|takenOver)\w*/gi) ?? [];

test("neither a route nor a save, the progress or the drawing of statements has a word of a concern", () => {
  expect(alike.length).toBeGreaterThan(40);
  expect(alike.flatMap((file) => wordsIn(readFileSync(file, "utf8")).map((word) => `${file}: ${word}`))).toEqual([]);
});

test.each(["settleEvidence(posted)", "const said = flag?.target;", "withTakenOver(posted)"])("such a word is found: %s", (source) => {
  expect(wordsIn(source)).toHaveLength(1);
});

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
