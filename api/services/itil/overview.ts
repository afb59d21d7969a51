import { placeOf, type Subject } from "#model/contract/history.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import type { AssessmentRow } from "../access.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { notesByPlace } from "../notes.ts";
import { answeredPart, versionsByPlace } from "../versions.ts";
import type { Work } from "../work.ts";
import { getItilState } from "./practices.ts";
import { assessedComponents, assessedPractices, describeComponents, describePractice, practiceParts } from "./questions.ts";

/** Everything about the practices and components of an assessment, with one query for each table. @param capabilityIds only these */
export async function itilOverview(work: Work, row: AssessmentRow, capabilityIds?: readonly number[]): Promise<ItilOverview> {
  const wanted = (id: number) => capabilityIds?.includes(id) ?? true;
  const practices = assessedPractices(row).filter(wanted);
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(work.db, [
    ...practices.flatMap((id) => [...practiceParts(row.id, id), answeredPart("note", row.id, { kind: "capability", id })]),
    ...assessedComponents(row).flatMap((id) =>
      (["answers", "note"] as const).map((name) => answeredPart(name, row.id, { kind: "maturity", id })),
    ),
  ]);
  const stored = await getItilState(work, row);
  const notes = await notesByPlace(work, row);
  const { flags, evidence } = await readFlagsAndEvidence(work.db, row.id);
  const at = (subject: Subject) => {
    const place = placeOf(subject);
    const { note, ...others } = versions.get(place) ?? {};
    return {
      about: { flagged: flags.has(place), versions: others },
      siblings: { note: { body: notes.get(place) ?? "", versions: { note } }, evidence: evidence.get(place) ?? 0 },
    };
  };
  return {
    assessmentType: "ITIL",
    capabilities: stored.state.practices
      .filter(({ id }) => wanted(id))
      .map((practice) => {
        const { about, siblings } = at({ kind: "capability", id: practice.id });
        return { capability: { id: practice.id, name: practice.name }, questions: describePractice(practice, about), ...siblings };
      }),
    maturities: describeComponents(row, stored, (id) => at({ kind: "maturity", id }).about.versions).map((question) => ({
      maturity: question.maturity,
      question,
      ...at({ kind: "maturity", id: question.maturity.id }).siblings,
    })),
  };
}
