/** Checks that a catalogue has everything it needs, beyond its schema. A fault is a line that names file and place. */

import { type ItilPackContent, isP3m3Pack, type P3m3PackContent, type PackContent, type PracticeText } from "#api/content/pack.ts";
import { COMPONENTS, CRITERION_LEVELS, DIMENSIONS, PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";

/** What a pack lacks: perspectives, threads, levels, scopes, diagnostics, practices, criteria, dimensions, component texts. */
export function completenessFaults(content: PackContent): string[] {
  return isP3m3Pack(content) ? p3m3Gaps(content) : itilGaps(content);
}

const MIN_DIAGNOSTICS = 2;

function p3m3Gaps({ heading, perspectives }: P3m3PackContent): string[] {
  const faults = [...codeFaults("threads", heading.threads, THREADS), ...codeFaults("perspectives", heading.perspectives, PERSPECTIVES)];
  for (const { code: perspective } of PERSPECTIVES) {
    const threads = perspectives[perspective];
    if (!threads) {
      faults.push(`${perspective}.json: is missing`);
      continue;
    }
    for (const { code: thread } of THREADS)
      for (const level of LEVELS) {
        const texts = threads[thread]?.[String(level)];
        for (const scope of P3M3_SCOPES) {
          if (!threadsOffered(scope).some(({ code }) => code === thread)) continue;
          const cell = texts?.[scope];
          const where = `${perspective}.json: threads.${thread}.${level}.${scope}`;
          if (!cell) faults.push(`${where}: is missing`);
          else if (cell.diagnostics.length < MIN_DIAGNOSTICS)
            faults.push(`${where}: has ${cell.diagnostics.length} diagnostics, at least ${MIN_DIAGNOSTICS} are needed`);
        }
      }
  }
  return faults;
}

function codeFaults(list: string, texts: readonly { code: string }[], known: readonly { code: string }[]): string[] {
  return known.flatMap(({ code }) => {
    const count = texts.filter((text) => text.code === code).length;
    return count === 1 ? [] : [`pack.json: ${list}: ${code} is there ${count} times, once is needed`];
  });
}

const MIN_CRITERIA = 8;
const MIN_FACTORS = 2;
const MAX_FACTORS = 5;
/** From this level on all four dimensions must be looked at; most criteria stand here, where a practice becomes an agreed one. */
const DEFINED_LEVEL = 3;

function itilGaps({ heading, practices }: ItilPackContent): string[] {
  const faults = codeFaults("components", heading.components, COMPONENTS);
  heading.components.forEach(({ code, options, levels }, index) => {
    for (const [name, list] of [["options", options] as const, ["levels", levels] as const])
      if (list?.some(({ level }, position) => level !== LEVELS[position]))
        faults.push(`pack.json: components.${index}.${name}: ${code} needs the levels 1 to 5 in this order`);
  });
  for (const { code } of PRACTICES) {
    const practice = practices[code];
    if (!practice) faults.push(`${code}.json: is missing`);
    else faults.push(...practiceGaps(practice).map((fault) => `${code}.json: ${fault}`));
  }
  return faults;
}

function practiceGaps({ practice, psfs, criteria }: PracticeText): string[] {
  const faults: string[] = [];
  if (psfs.length < MIN_FACTORS || psfs.length > MAX_FACTORS)
    faults.push(`psfs: there are ${psfs.length}, ${MIN_FACTORS} to ${MAX_FACTORS} are needed`);
  psfs.forEach(({ code }, index) => {
    if (code !== `${practice}${index + 1}`) faults.push(`psfs.${index}.code: ${code} should be ${practice}${index + 1}`);
    if (!criteria.some(({ psf }) => psf === code)) faults.push(`psfs.${index}: no criterion is about ${code}`);
  });
  if (criteria.length < MIN_CRITERIA) faults.push(`criteria: there are ${criteria.length}, at least ${MIN_CRITERIA} are needed`);
  const countAt = (level: number) => criteria.filter((criterion) => criterion.level === level).length;
  for (const level of CRITERION_LEVELS) {
    if (countAt(level) === 0) faults.push(`criteria: none at level ${level}`);
    if (level !== DEFINED_LEVEL && countAt(level) >= countAt(DEFINED_LEVEL))
      faults.push(
        `criteria: ${countAt(level)} at level ${level} and ${countAt(DEFINED_LEVEL)} at level ${DEFINED_LEVEL}, which needs the most`,
      );
  }
  for (const { code } of DIMENSIONS)
    if (!criteria.some(({ level, dimension }) => level === DEFINED_LEVEL && dimension === code))
      faults.push(`criteria: none of dimension ${code} at level ${DEFINED_LEVEL}`);
  return faults;
}
