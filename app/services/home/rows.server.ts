/** A row of the dashboard: what it shows of an assessment, and what may be done with it (docs/rules/navigation-and-home.md#rows). */
import type { Assessment } from "#model/contract/assessments.ts";
import { itilRowProgress } from "#model/itil/progress.ts";
import { canBeEndorsed } from "#model/itil/submission.ts";
import { rowProgress } from "#model/p3m3/progress.ts";
import { certificationOffer } from "#model/p3m3/submission.ts";
import type { Row, RowActions, RowProgress } from "~/views/home";
import { type DashboardPlace, fragmentOf, paths } from "~/views/paths";

/** The perspectives that the codes in a table stand for, each once, sorted by code. */
export function namesOfCodes(assessments: readonly Assessment[]): { code: string; name: string }[] {
  const perspectives = assessments.flatMap((found) => (found.assessmentType === "P3M3" ? (found.perspectives ?? []) : []));
  const names = new Map(perspectives.map(({ code, name }) => [code, name] as const));
  return [...names].map(([code, name]) => ({ code, name })).sort((one, other) => one.code.localeCompare(other.code));
}

/**
 * The row of an assessment.
 * @param place what the dashboard shows, so that the row's actions return to it
 * @param readOnly offers nothing but to view the assessment
 * @param locked the lock of another user, if there is one
 */
export function row(
  found: Assessment,
  place: DashboardPlace,
  readOnly: boolean,
  locked: { by?: string | undefined; until?: string | undefined } | undefined,
): Row {
  const model = found.assessmentType;
  return {
    id: found.id,
    model,
    name: found.name,
    scope: found.selectedScope,
    createdBy: found.createdBy,
    status: found.status,
    archived: found.isArchived,
    test: found.isTestAssessment,
    started: found.dateStarted,
    completed: found.dateCompleted,
    badge: badgeOf(found),
    progress: progressOf(found),
    locked,
    sendTo: `${paths.homeAction({ ...place, confirm: undefined })}${fragmentOf({ organizationId: place.organizationId })}`,
    actions: readOnly
      ? { view: viewOf(found) }
      : locked
        ? { retry: paths.home({ ...place, again: Date.now().toString(36) }) }
        : actionsOf(found, place),
  };
}

/** The progress of an assessment; empty while it has no scope (docs/rules/navigation-and-home.md#row-progress). */
function progressOf(found: Assessment): RowProgress {
  if (!hasScope(found)) return {};
  if (found.assessmentType === "ITIL") return itilRowProgress(found);
  return { perspectives: (found.perspectives ?? []).map((item) => ({ code: item.code, name: item.name, ...rowProgress(item) })) };
}

/** The words of a row's badge, if it has one (docs/rules/navigation-and-home.md#badges). */
function badgeOf(found: Assessment): string | undefined {
  const completed = found.status === "Completed";
  if (found.assessmentType === "P3M3") return found.certified ? (completed ? "Certified" : "To be certified") : undefined;
  return found.endorsed ? (completed ? "Endorsed" : "To be endorsed") : undefined;
}

const hasScope = (found: Assessment) => Boolean((found.assessmentType === "P3M3" ? found.perspectives : found.capabilities)?.length);

/**
 * Where 'View' leads: the result, else the questions, else the review (docs/rules/navigation-and-home.md#where-start-and-continue-lead).
 */
function viewOf(found: Assessment): string {
  if (found.status === "Completed") return paths.result(found.id, found.assessmentType);
  return found.status === "Active" ? paths.continue(found.id) : paths.step("review", found.id, found.assessmentType);
}

/** The actions of a row that may be edited (docs/rules/navigation-and-home.md#row-actions). */
function actionsOf(found: Assessment, place: DashboardPlace): RowActions {
  if (found.isArchived) return { view: viewOf(found), restore: true };
  const certify = certifyOf(found, place);
  if (found.status === "Completed") return { view: viewOf(found), archive: "icon", ...(certify ? { certify } : {}) };
  const canStart = found.status === "Active" || (found.status === "Drafted" && hasScope(found));
  return {
    ...(canStart ? { open: { words: found.status === "Active" ? "Continue" : "Start", to: paths.continue(found.id) } } : {}),
    archive: "menu",
    profile: paths.profileFromHome(found.id, found.assessmentType),
    ...(certify ? { certify } : {}),
  };
}

/** The icon for certification or validation, and where it leads (docs/rules/submission-and-certification.md#certification). */
export function certifyOf(found: Assessment, place: DashboardPlace): RowActions["certify"] {
  const confirm = (question: "certify" | "endorse") => paths.home({ ...place, confirm: { question, assessmentId: found.id } });
  if (found.assessmentType === "ITIL") {
    return found.endorsed || !canBeEndorsed(found) ? undefined : { words: "Request independent validation", to: confirm("endorse") };
  }
  const offer = certificationOffer(found);
  if (offer === undefined) return undefined;
  return { words: "Certify assessment", to: offer === "profile" ? paths.profileFromHome(found.id, "P3M3") : confirm("certify") };
}
