/** What the workbook of answers shows of evidence (docs/rules/workbook.md#evidence). */
import type { Assessment } from "#model/contract/assessments.ts";
import { groupBy } from "#model/group-by.ts";
import { today } from "~/services/config.server";
import { loadFor } from "~/services/faults.server";
import { evidenceItem } from "~/services/upstream/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type EvidenceItem, KIND_WORDS, levelsInWords } from "~/views/answering/evidence";
import { shortDate } from "~/views/dates";

/** The most entries of one place in a cell. More would leave no room for the answers. */
const SHOWN_MAX = 20;

/** The evidence of each place that has any, a line for each entry; undefined where the upstream keeps none. @throws LoadFailure */
export async function evidenceByPlace(api: UserApi, assessment: Assessment): Promise<ReadonlyMap<string, string> | undefined> {
  if (!(await hasExtension("evidence"))) return undefined;
  const { entries } = await loadFor("assessment", api.evidence.list({ id: assessment.id }));
  const [scope, day] = [listInScope(assessment), today()];
  const items = entries.map((entry) => evidenceItem(entry, scope, day));
  const lines = items.flatMap((item) => item.for.map((at) => ({ place: at.place, line: lineOf(item, at) })));
  const byPlace = groupBy(lines, ({ place }) => place);
  return new Map([...byPlace].map(([place, all]) => [place, shown(all.map(({ line }) => line))]));
}

function shown(all: readonly string[]): string {
  const rest = all.length - SHOWN_MAX;
  return [...all.slice(0, SHOWN_MAX), ...(rest > 0 ? [`And ${rest} more, in the register of evidence.`] : [])].join("\n");
}

function lineOf({ kind, what, where, who, date, goodUntil, isPast }: EvidenceItem, at: EvidenceItem["for"][number]): string {
  const facts = [
    where,
    who,
    date === null ? "" : shortDate(date),
    goodUntil === null ? "" : `good until ${shortDate(goodUntil)}${isPast ? ", past its date" : ""}`,
  ].filter(Boolean);
  const levels = levelsInWords(at);
  return `${KIND_WORDS[kind]}: ${[what, ...facts].join(", ")}${levels === "" ? "" : ` – ${levels}`}`;
}
