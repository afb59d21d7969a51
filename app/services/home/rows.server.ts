/** A row of the dashboard: what it shows of an assessment, and what may be done with it (docs/rules/navigation-and-home.md#rows). */
import type { Assessment } from "#model/contract/assessments.ts";
import { rowsOf } from "~/services/home/row-models.server";
import { draftOf, historyOf, titleOf } from "~/services/upstream/assessments.server";
import { makeEditionAt, nextEdition } from "~/services/upstream/editions.server";
import { ifOffered } from "~/services/upstream/extensions.server";
import { modelOf } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { BADGES } from "~/views/badges";
import type { LockedRow, Row, RowActions } from "~/views/home";
import { type DashboardAddress, fragmentOf, paths } from "~/views/paths";

/** The perspectives of the codes in a table, each once, sorted by code. */
export function namesOfCodes(assessments: readonly Assessment[]): { code: string; name: string }[] {
  const named = assessments.flatMap((found) => rowsOf(found).namesOfCodes(found));
  const names = new Map(named.map(({ code, name }) => [code, name] as const));
  return [...names].map(([code, name]) => ({ code, name })).sort((one, other) => one.code.localeCompare(other.code));
}

/** The facts that decide, together with the assessment, what its row offers. */
interface RowContext {
  /** Nothing is offered but to view the assessment. */
  readOnly: boolean;
  /** The lock of another user, if there is one. */
  locked: LockedRow | undefined;
  /** Who holds it, where the upstream tells (extension `handover`); null while nobody does. */
  lock: Assessment["lock"];
}

/**
 * The row of an assessment.
 * @param place what the dashboard shows, so that the row's actions return to it
 */
export async function row(found: Assessment, place: DashboardAddress, { readOnly, locked, lock }: RowContext): Promise<Row> {
  const model = found.assessmentType;
  return {
    id: found.id,
    model,
    name: found.name === null ? null : titleOf(found),
    scope: found.selectedScope,
    createdBy: found.createdBy,
    status: found.status,
    archived: found.isArchived,
    test: found.isTestAssessment,
    started: found.dateStarted,
    completed: found.dateCompleted,
    nextEdition: nextEdition(found),
    badge: modelOf(found).requested(found) && badgeOf(found),
    outcome: found.status === "Completed" ? rowsOf(found).outcome(found) : undefined,
    progress: { isSetUp: hasScope(found), ...rowsOf(found).progress(found) },
    locked,
    handedBy: lock?.mine ? lock.passedFrom?.name : undefined,
    sendTo: `${paths.homeAction({ ...place, confirm: undefined })}${fragmentOf({ organizationId: place.organizationId })}`,
    actions: await whatIsOffered(found, place, { readOnly, locked, lock }),
  };
}

/** The badge of a row, and what is said next to it (docs/rules/navigation-and-home.md#badges). */
function badgeOf({ assessmentType, status }: Assessment): Row["badge"] {
  const { word, requested, planned } = BADGES[assessmentType];
  return status === "Completed" ? { word, requested } : { word: planned };
}

async function whatIsOffered(found: Assessment, place: DashboardAddress, { readOnly, locked, lock }: RowContext): Promise<RowActions> {
  if (readOnly) return { view: viewOf(found) };
  if (!mayChange(found)) return readingActions(found);
  return locked ? lockedActions(found, place, locked, lock) : actionsOf(found, place);
}

const hasScope = (found: Assessment) => rowsOf(found).isSetUp(found);

/**
 * Where 'View' leads: the result, else the questions, else the review (docs/rules/navigation-and-home.md#where-start-and-continue-lead).
 */
function viewOf(found: Assessment): string {
  if (found.status === "Completed") return paths.result(found.id, found.assessmentType);
  return found.status === "Active" ? paths.continue(found.id) : paths.step("review", found.id, found.assessmentType);
}

/** What a viewer gets: everything that can be read (docs/rules/rights.md#permissions). */
async function readingActions(found: Assessment): Promise<RowActions> {
  if (found.isArchived || found.status === "Completed" || !isReadable(found)) return { view: viewOf(found) };
  return { view: paths.view(found.id), ...(await readings(found)) };
}

/** Whether there are questions. */
const isReadable = (found: Assessment) => found.status === "Active" || (found.status === "Drafted" && hasScope(found));

/** The screens of an assessment in progress that only show something. */
async function readings(found: Assessment): Promise<RowActions> {
  const [draft, evidence, history] = await Promise.all([
    draftOf(found),
    isReadable(found) ? ifOffered("evidence", paths.evidence(found.id)) : undefined,
    historyOf(found),
  ]);
  return { ...(draft ? { draft } : {}), ...(evidence ? { evidence } : {}), ...(history ? { history } : {}) };
}

/** The actions of a row that another user has locked: Retry, to read it, and to ask for it where the upstream passes that on. */
function lockedActions(found: Assessment, place: DashboardAddress, locked: LockedRow, lock: Assessment["lock"]): RowActions {
  const retry = paths.home({ ...place, locked: found.id, retry: Date.now().toString(36) });
  const isAsked = locked.wish !== undefined && locked.wish.keptAt === undefined;
  return {
    retry,
    ...(isReadable(found) ? { view: paths.view(found.id) } : {}),
    ...(lock && !isAsked ? { takeOver: "ask" } : isAsked && locked.wish?.mine ? { takeOver: "withdraw" } : {}),
  };
}

/** The actions of a row that may be edited (docs/rules/navigation-and-home.md#row-actions). */
async function actionsOf(found: Assessment, place: DashboardAddress): Promise<RowActions> {
  if (found.isArchived) return { view: viewOf(found), restore: true };
  const certify = rowsOf(found).certify(found, place);
  if (found.status === "Completed") {
    const { organizationId } = place;
    const again =
      organizationId === undefined || found.edition?.replacedBy
        ? undefined
        : await ifOffered("again", paths.assessAgain(organizationId, found.id));
    const edition = await makeEditionAt(found);
    return {
      view: viewOf(found),
      archive: "icon",
      ...(certify ? { certify } : {}),
      ...(again ? { again } : {}),
      ...(edition ? { edition } : {}),
    };
  }
  return {
    ...(isReadable(found) ? { open: { words: found.status === "Active" ? "Continue" : "Start", to: paths.continue(found.id) } } : {}),
    archive: "menu",
    profile: paths.profileFromHome(found.id, found.assessmentType),
    excel: isReadable(found) ? await ifOffered("overview", paths.importAnswers(found.id)) : undefined,
    ...(await readings(found)),
    certify,
  };
}
