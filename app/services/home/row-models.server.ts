/** What differs between the two maturity models in a row of the dashboard. */
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { itilRowProgress } from "#model/itil/progress.ts";
import { canBeEndorsed } from "#model/itil/submission.ts";
import { p3m3RowProgress } from "#model/p3m3/progress.ts";
import { certificationOffer } from "#model/p3m3/submission.ts";
import type { RowActions, RowProgress } from "~/views/home";
import { type DashboardAddress, paths } from "~/views/paths";

interface RowModel<Own extends Assessment> {
  /** The meaning of the codes in its progress. */
  namesOfCodes(found: Own): { code: string; name: string }[];
  /** Whether it has a scope, as far as a list of assessments tells. */
  isSetUp(found: Own): boolean;
  /** docs/rules/navigation-and-home.md#row-progress */
  progress(found: Own): Omit<RowProgress, "isSetUp">;
  /** The icon for certification or validation, and where it leads (docs/rules/submission-and-certification.md#certification). */
  certify(found: Own, place: DashboardAddress): RowActions["certify"];
}

const confirm = (question: "certify" | "endorse", { id }: Assessment, place: DashboardAddress) =>
  paths.home({ ...place, confirm: { question, assessmentId: id } });

const p3m3Rows: RowModel<P3m3Assessment> = {
  namesOfCodes: ({ perspectives = [] }) => perspectives,
  isSetUp: ({ perspectives = [] }) => perspectives.length > 0,
  progress: ({ perspectives = [] }) => ({
    perspectives: perspectives.map((item) => ({ code: item.code, name: item.name, ...p3m3RowProgress(item) })),
  }),
  certify(found, place) {
    const offer = certificationOffer(found);
    if (offer === undefined) return undefined;
    return {
      words: "Certify assessment",
      to: offer === "profile" ? paths.profileFromHome(found.id, "P3M3") : confirm("certify", found, place),
    };
  },
};

const itilRows: RowModel<ItilAssessment> = {
  namesOfCodes: () => [],
  isSetUp: ({ capabilities = [] }) => capabilities.length > 0,
  progress: itilRowProgress,
  certify(found, place) {
    if (found.endorsed || !canBeEndorsed(found)) return undefined;
    return { words: "Request independent validation", to: confirm("endorse", found, place) };
  },
};

const MODELS = { P3M3: p3m3Rows, ITIL: itilRows };

/** What a row of an assessment's model shows. */
export const rowsOf = ({ assessmentType }: Assessment): RowModel<Assessment> => MODELS[assessmentType];
