/** Full-size content packs for tests: every place of both models is filled. Each text only names its own position. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ItilPackContent, isP3m3Pack, type P3m3PackContent, type PackContent } from "#api/content/pack.ts";
import { COMPONENTS, CRITERION_LEVELS, ITIL_SCOPES, PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";

const heading = { version: "1.0.0", language: "en-GB", licence: "MIT" };

/** All 7 × 13 × 5 places in three scopes (Project without Model integration), two diagnostics each. */
export function fullP3m3Content(): P3m3PackContent {
  const cell = (place: string) => ({
    statement: `Statement of ${place}.`,
    diagnostics: [`First attribute of ${place}.`, `Second attribute of ${place}.`],
  });
  return {
    heading: {
      ...heading,
      id: "test-p3m3",
      model: "P3M3",
      title: "P3M3 for tests",
      scopes: [...P3M3_SCOPES],
      threads: THREADS.map(({ code, name }) => ({ code, help: `About ${name}.` })),
      perspectives: PERSPECTIVES.map(({ code, name }) => ({ code, help: `About ${name}.` })),
    },
    perspectives: Object.fromEntries(
      PERSPECTIVES.map((perspective) => [
        perspective.code,
        Object.fromEntries(
          THREADS.map((thread) => [
            thread.code,
            Object.fromEntries(
              LEVELS.map((level) => {
                const place = `${perspective.code} ${thread.code} ${level}`;
                const scopes = P3M3_SCOPES.filter((scope) => threadsOffered(scope).includes(thread));
                return [
                  String(level),
                  { hint: `Hint of ${place}.`, ...Object.fromEntries(scopes.map((scope) => [scope, cell(`${scope} ${place}`)])) },
                ];
              }),
            ),
          ]),
        ),
      ]),
    ),
  };
}

/** All 34 practices with two success factors and nine criteria each, and the five components. */
export function fullItilContent(): ItilPackContent {
  const dimensions = ["OP", "IT", "PS", "VP"] as const;
  return {
    heading: {
      ...heading,
      id: "test-itil",
      model: "ITIL",
      title: "ITIL for tests",
      scopes: [...ITIL_SCOPES],
      dimensions: {
        OP: "Organizations and people",
        IT: "Information and technology",
        PS: "Partners and suppliers",
        VP: "Value streams and processes",
      },
      components: COMPONENTS.map(({ code, name, computed }) => ({
        code,
        help: `About ${name}.`,
        ...(computed
          ? { levels: LEVELS.map((level) => ({ level, statement: `${name} at level ${level}.` })) }
          : { options: LEVELS.map((level) => ({ level, name: `Option ${level}`, statement: `${name} at level ${level}.` })) }),
      })),
    },
    practices: Object.fromEntries(
      PRACTICES.map(({ code, name }) => {
        const hints = (psf: string) => Object.fromEntries(CRITERION_LEVELS.map((level) => [String(level), `Hint of ${psf} at ${level}.`]));
        const psfs = [1, 2].map((number) => ({
          code: `${code}${number}`,
          name: `Factor ${number} of ${name}`,
          hints: hints(`${code}${number}`) as Record<"2" | "3" | "4" | "5", string>,
        }));
        const perLevel = { 2: 2, 3: 4, 4: 2, 5: 1 };
        const criteria = CRITERION_LEVELS.flatMap((level) =>
          Array.from({ length: perLevel[level] }, (_, index) => ({
            level,
            psf: `${code}${(index % 2) + 1}`,
            dimension: dimensions[index % 4] ?? "OP",
            statement: `Criterion ${index + 1} of ${code} at level ${level}.`,
          })),
        );
        return [code, { practice: code, help: `About ${name}.`, psfs, criteria }];
      }),
    ),
  };
}

/** Writes a pack as the folder of files that `loadPack` reads. */
export function writePack(directory: string, content: PackContent): void {
  mkdirSync(directory, { recursive: true });
  const write = (name: string, value: unknown) => writeFileSync(join(directory, name), JSON.stringify(value));
  write("pack.json", content.heading);
  if (isP3m3Pack(content))
    for (const [code, threads] of Object.entries(content.perspectives)) write(`${code}.json`, { perspective: code, threads });
  else for (const [code, text] of Object.entries(content.practices)) write(`${code}.json`, text);
}
