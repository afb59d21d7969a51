/** Putting back an entry of evidence from the history, as it was before or after a change (docs/rules/history.md#putting-back). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { EvidenceContent } from "#model/contract/evidence.ts";
import type { HistoryEntry } from "#model/contract/history.ts";
import { findEntry, restoreEvidence } from "~/services/answering/evidence.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import { evidenceFields, evidenceIn, type Names } from "~/services/history/describe-entry.server";
import { baseOf } from "~/services/upstream/evidence.server";
import { listInScope } from "~/services/upstream/models.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { EvidenceOutcome } from "~/views/answering/evidence";
import { baseField, type PutBackQuestion, type Side } from "~/views/history";
import { paths } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";

const OUT_OF_SCOPE = "What it was for is out of scope by now.";

/** The field that carries what the entry was when the question was shown. */
export const EVIDENCE_BASE = baseField("evidence");

const idIn = ({ place }: HistoryEntry) => /^evidence\/(\d+)$/.exec(place)?.[1];

/** Whether an entry tells of evidence that can be written again. */
export const isEvidenceBack = (entry: HistoryEntry) => !entry.erased && entry.kind === "evidence" && idIn(entry) !== undefined;

/** The entry as it is stored; undefined where it was removed. @throws LoadFailure */
const findStored = (api: UserApi, assessment: Assessment, entry: HistoryEntry) =>
  loadFor("assessment", findEntry(api, assessment, idIn(entry) ?? ""));

/** What an entry was on one side of a change, for what of it can be written now: new places have to be in scope. */
function sideOf(assessment: Assessment, given: unknown, stored: EvidenceContent | undefined): EvidenceContent | undefined {
  const content = evidenceIn(given);
  const known = new Set([...listInScope(assessment), ...(stored?.places ?? [])].map(({ place }) => place));
  const places = content?.places.filter(({ place }) => known.has(place)) ?? [];
  return content && places.length > 0 ? { ...content, places } : undefined;
}

/** The dialog's view of an entry of evidence. @throws LoadFailure, SessionOver */
export async function evidenceQuestion(
  api: UserApi,
  assessment: Assessment,
  entry: HistoryEntry,
  names: Names,
): Promise<Pick<PutBackQuestion, "sides" | "rows" | "texts" | "base" | "refusal">> {
  const stored = await findStored(api, assessment, entry);
  const fields = {
    now: evidenceFields(stored, names),
    before: evidenceFields(sideOf(assessment, entry.before, stored), names),
    after: evidenceFields(sideOf(assessment, entry.after, stored), names),
  };
  const labels = Object.keys({ ...fields.now, ...fields.before, ...fields.after });
  const isKnown = (side: Side) => Object.keys(fields[side]).length > 0;
  const differs = (side: Side) => labels.some((label) => (fields[side][label] ?? "") !== (fields.now[label] ?? ""));
  const sides = (["before", "after"] as const).filter((side) => isKnown(side) && differs(side));
  const at = (side: Side, label: string) => (sides.includes(side) ? fields[side][label] || "–" : undefined);
  return {
    sides,
    rows: labels
      .filter((label) => sides.some((side) => (fields[side][label] ?? "") !== (fields.now[label] ?? "")))
      .map((label) => ({ name: label, now: fields.now[label] || "–", before: at("before", label), after: at("after", label) })),
    texts: undefined,
    base: { [EVIDENCE_BASE]: stored ? baseOf(stored) : "" },
    refusal: isKnown("before") || isKnown("after") ? undefined : OUT_OF_SCOPE,
  };
}

/** What is put back: its name, where it is seen afterwards, and how it is written. */
export interface Write {
  name: string;
  link: { label: string; href: string };
  write(): Promise<SaveOutcome>;
}

/** The write of evidence that a form asks for. @param base as posted @throws BadRequest */
export function evidenceWrite(
  context: RequestContext,
  assessment: Assessment,
  entry: HistoryEntry,
  { side, base }: { side: Side; base: string | undefined },
): Write {
  const content = evidenceIn(entry[side]);
  if (!content || base === undefined) throw new BadRequest();
  const item = listInScope(assessment).find(({ place }) => content.places.some((each) => each.place === place));
  return {
    name: content.what,
    link: { label: `Open ${content.what}`, href: item?.to ?? paths.evidence(assessment.id) },
    async write() {
      const stored = await findStored(context.api, assessment, entry);
      const writable = sideOf(assessment, content, stored);
      if (!writable) return { kind: "refused", message: OUT_OF_SCOPE };
      return asSave(await restoreEvidence(context, assessment, { id: idIn(entry) ?? "", content: writable, base }));
    },
  };
}

function asSave(outcome: EvidenceOutcome): SaveOutcome {
  if (outcome.kind === "conflict") return { kind: "conflict", stored: {} };
  if (outcome.kind === "invalid")
    return { kind: "refused", message: outcome.message ?? Object.values(outcome.errors)[0] ?? "It is not valid any more." };
  return outcome.kind === "saved" ? { kind: "saved" } : outcome;
}
