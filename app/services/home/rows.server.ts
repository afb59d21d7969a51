/** A row of the dashboard: what it shows of an assessment, and what may be done with it (docs/rules/navigation-and-home.md#rows). */
import type { Assessment } from "#model/contract/assessments.ts";
import { rowsOf } from "~/services/home/row-models.server";
import { draftOf, historyOf, titleOf } from "~/services/upstream/assessments.server";
import { makeEditionAt, nextEdition } from "~/services/upstream/editions.server";
import { ifOffered } from "~/services/upstream/extensions.server";
import { modelOf } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { reviewLink } from "~/services/upstream/review-states.server";
import { BADGES } from "~/views/badges";
import type { LockedRow, Row, RowActions } from "~/views/home";
import { morePaths } from "~/views/more-paths";
import { type DashboardAddress, fragmentOf, paths } from "~/views/paths";
import { ratingPaths } from "~/views/rating-paths";

/** The perspectives of the codes in a table, each once, sorted by code. */
export function namesOfCodes(assessments: readonly Assessment[]): { code: string; name: string }[] {
  const named = assessments.flatMap((assessment) => rowsOf(assessment).namesOfCodes(assessment));
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
export async function row(assessment: Assessment, place: DashboardAddress, { readOnly, locked, lock }: RowContext): Promise<Row> {
  const model = assessment.assessmentType;
  return {
    id: assessment.id,
    model,
    name: assessment.name === null ? null : titleOf(assessment),
    scope: assessment.selectedScope,
    createdBy: assessment.createdBy,
    status: assessment.status,
    archived: assessment.isArchived,
    test: assessment.isTestAssessment,
    started: assessment.dateStarted,
    completed: assessment.dateCompleted,
    nextEdition: nextEdition(assessment),
    badge: modelOf(assessment).requested(assessment) && badgeOf(assessment),
    outcome: assessment.status === "Completed" ? rowsOf(assessment).outcome(assessment) : undefined,
    progress: progressOf(assessment),
    review: await reviewLink(assessment),
    ratingRequest: typeof assessment.ratingRequest === "number" ? ratingPaths.own(assessment.id, assessment.ratingRequest) : undefined,
    locked,
    handedBy: lock?.mine ? lock.passedFrom?.name : undefined,
    sendTo: `${paths.homeAction({ ...place, confirm: undefined })}${fragmentOf({ organizationId: place.organizationId })}`,
    actions: await whatIsOffered(assessment, place, { readOnly, locked, lock }),
  };
}

const openApart = (to: string): RowActions["open"] => ({ words: "Your rating", to });

/** How far an assessment is, as a row shows it (docs/rules/navigation-and-home.md#row-progress). */
export const progressOf = (assessment: Assessment): Row["progress"] => {
  const apart = ownRatingOf(assessment);
  return apart ? { isSetUp: true, apart } : { isSetUp: hasScope(assessment), ...rowsOf(assessment).progress(assessment) };
};

/** The reader's rating, while everything else about the assessment is closed to them (docs/rules/second-ratings.md#blind). */
const ownRatingOf = ({ id, apart }: Assessment) => (typeof apart === "number" ? ratingPaths.own(id, apart) : undefined);

/** Where an assessment in progress is read without taking its lock, and where somebody goes on who may change it now. */
export function waysInto(assessment: Assessment): { to: string; open: RowActions["open"] } {
  const apart = ownRatingOf(assessment);
  if (apart) return { to: apart, open: openApart(apart) };
  const isHeld = assessment.lock ? !assessment.lock.mine : false;
  const to = !assessment.isArchived && isReadable(assessment) ? paths.view(assessment.id) : viewOf(assessment);
  const isOpen = mayChange(assessment) && !assessment.isArchived && !isHeld;
  return { to, open: isOpen ? openOf(assessment) : undefined };
}

/** Where its questions are answered; undefined while it has none. */
const openOf = (assessment: Assessment): RowActions["open"] =>
  isReadable(assessment) ? { words: assessment.status === "Active" ? "Continue" : "Start", to: paths.continue(assessment.id) } : undefined;

/** The badge of a row, and the words next to it (docs/rules/navigation-and-home.md#badges). */
function badgeOf({ assessmentType, status }: Assessment): Row["badge"] {
  const { word, requested, planned } = BADGES[assessmentType];
  return status === "Completed" ? { word, requested } : { word: planned };
}

async function whatIsOffered(assessment: Assessment, place: DashboardAddress, { readOnly, locked, lock }: RowContext): Promise<RowActions> {
  const apart = ownRatingOf(assessment);
  if (apart) return { open: openApart(apart) };
  if (readOnly) return { view: viewOf(assessment) };
  if (!mayChange(assessment)) return readingActions(assessment);
  return locked ? lockedActions(assessment, place, locked, lock) : actionsOf(assessment, place);
}

const hasScope = (assessment: Assessment) => rowsOf(assessment).isSetUp(assessment);

/**
 * Where 'View' leads: the result, else the questions, else the review (docs/rules/navigation-and-home.md#where-start-and-continue-lead).
 */
function viewOf(assessment: Assessment): string {
  if (assessment.status === "Completed") return paths.result(assessment.id, assessment.assessmentType);
  return assessment.status === "Active" ? paths.continue(assessment.id) : paths.step("review", assessment.id, assessment.assessmentType);
}

/** What a viewer gets: everything that can be read (docs/rules/rights.md#permissions). */
async function readingActions(assessment: Assessment): Promise<RowActions> {
  if (assessment.isArchived || assessment.status === "Completed" || !isReadable(assessment)) return { view: viewOf(assessment) };
  return { view: paths.view(assessment.id), ...(await readings(assessment)) };
}

/** Whether there are questions. */
const isReadable = (assessment: Assessment) => assessment.status === "Active" || (assessment.status === "Drafted" && hasScope(assessment));

/** The screens of an assessment in progress that only show something. */
async function readings(assessment: Assessment): Promise<RowActions> {
  const [draft, evidence, history] = await Promise.all([
    draftOf(assessment),
    isReadable(assessment) ? ifOffered("evidence", paths.evidence(assessment.id)) : undefined,
    historyOf(assessment),
  ]);
  return { ...(draft ? { draft } : {}), ...(evidence ? { evidence } : {}), ...(history ? { history } : {}) };
}

/** The actions of a row that another user has locked: Retry, to read it, and to ask for it where the upstream passes that on. */
function lockedActions(assessment: Assessment, place: DashboardAddress, locked: LockedRow, lock: Assessment["lock"]): RowActions {
  const retry = paths.home({ ...place, locked: assessment.id, retry: Date.now().toString(36) });
  const isAsked = locked.wish !== undefined && locked.wish.keptAt === undefined;
  return {
    retry,
    ...(isReadable(assessment) ? { view: paths.view(assessment.id) } : {}),
    ...(lock && !isAsked ? { takeOver: "ask" } : isAsked && locked.wish?.mine ? { takeOver: "withdraw" } : {}),
  };
}

/** The actions of a row that may be edited (docs/rules/navigation-and-home.md#row-actions). */
async function actionsOf(assessment: Assessment, place: DashboardAddress): Promise<RowActions> {
  if (assessment.isArchived) return { view: viewOf(assessment), restore: true };
  const certify = rowsOf(assessment).certify(assessment, place);
  if (assessment.status === "Completed") {
    const { organizationId } = place;
    const again =
      organizationId === undefined || assessment.edition?.replacedBy
        ? undefined
        : await ifOffered("again", morePaths.assessAgain(organizationId, assessment.id));
    const edition = await makeEditionAt(assessment);
    return {
      view: viewOf(assessment),
      archive: "icon",
      ...(certify ? { certify } : {}),
      ...(again ? { again } : {}),
      ...(edition ? { edition } : {}),
    };
  }
  const open = openOf(assessment);
  return {
    ...(open ? { open } : {}),
    archive: "menu",
    profile: paths.profileFromHome(assessment.id, assessment.assessmentType),
    excel: isReadable(assessment) ? await ifOffered("overview", paths.importAnswers(assessment.id)) : undefined,
    ...(await readings(assessment)),
    certify,
  };
}
