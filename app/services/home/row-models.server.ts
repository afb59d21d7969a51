/** What differs between the two maturity models in a row of the dashboard. */
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { itilRowProgress, levelRange } from "#model/itil/progress.ts";
import { canBeEndorsed } from "#model/itil/submission.ts";
import { p3m3RowProgress } from "#model/p3m3/progress.ts";
import { certificationOffer } from "#model/p3m3/submission.ts";
import { formatScore } from "#model/rounding.ts";
import { levelsName, overallNames } from "#model/score-names.ts";
import { modelOf } from "~/services/upstream/models.server";
import type { RowActions, RowOutcome, RowProgress } from "~/views/home";
import { type DashboardAddress, paths } from "~/views/paths";

interface RowModel<Own extends Assessment> {
  /** The meaning of the codes in its progress. */
  namesOfCodes(assessment: Own): { code: string; name: string }[];
  /** Whether it has a scope, as far as a list of assessments tells. */
  isSetUp(assessment: Own): boolean;
  /** docs/rules/navigation-and-home.md#row-progress */
  progress(assessment: Own): Omit<RowProgress, "isSetUp">;
  /** The main figures of its result, as far as the list tells (docs/rules/navigation-and-home.md#row-progress). */
  outcome(assessment: Own): RowOutcome | undefined;
  /** The icon for certification or validation, and where it leads (docs/rules/submission-and-certification.md#certification). */
  certify(assessment: Own, place: DashboardAddress): RowActions["certify"];
}

const hasScore = ({ score }: { score?: number | null | undefined }) => typeof score === "number";

const confirm = (question: "certify" | "endorse", { id }: Assessment, place: DashboardAddress) =>
  paths.home({ ...place, confirm: { question, assessmentId: id } });

const p3m3Rows: RowModel<P3m3Assessment> = {
  namesOfCodes: ({ perspectives = [] }) => perspectives,
  isSetUp: ({ perspectives = [] }) => perspectives.length > 0,
  progress: ({ perspectives = [] }) => ({
    perspectives: perspectives.map((item) => ({ code: item.code, name: item.name, ...p3m3RowProgress(item) })),
  }),
  outcome(assessment) {
    const { maturity, score, perspectives = [] } = assessment;
    if (typeof maturity !== "number" || typeof score !== "number") return undefined;
    // A perspective whose threads are all descoped has no score. A thread that is descoped everywhere is no gap.
    const extent = modelOf(assessment).extentOf({ ...assessment, perspectives: perspectives.filter(hasScore) });
    const names = overallNames(extent);
    return {
      figures: [
        { label: names.maturity, value: String(maturity) },
        { label: names.score, value: formatScore(score) },
      ],
      extent,
    };
  },
  certify(assessment, place) {
    const offer = certificationOffer(assessment);
    if (offer === undefined) return undefined;
    return {
      words: "Certify assessment",
      to: offer === "profile" ? paths.profileFromHome(assessment.id, "P3M3") : confirm("certify", assessment, place),
    };
  },
};

const itilRows: RowModel<ItilAssessment> = {
  namesOfCodes: () => [],
  isSetUp: ({ capabilities = [] }) => capabilities.length > 0,
  progress: itilRowProgress,
  outcome(assessment) {
    const { maturity, capabilities = [] } = assessment;
    const extent = modelOf(assessment).extentOf(assessment);
    if (typeof maturity === "number") return { figures: [{ label: overallNames(extent).svs, value: String(maturity) }], extent };
    const levels = capabilities.flatMap(({ score }) => score ?? []);
    return levels.length === 0 ? undefined : { figures: [{ label: levelsName(levels.length), value: levelRange(levels) }], extent };
  },
  certify(assessment, place) {
    if (assessment.endorsed || !canBeEndorsed(assessment)) return undefined;
    return { words: "Request independent validation", to: confirm("endorse", assessment, place) };
  },
};

const MODELS = { P3M3: p3m3Rows, ITIL: itilRows };

/** What a row of an assessment's model shows. */
export const rowsOf = ({ assessmentType }: Assessment): RowModel<Assessment> => MODELS[assessmentType];
