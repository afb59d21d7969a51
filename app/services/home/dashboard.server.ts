/** What the home dashboard and 'All Assessments' show (docs/rules/navigation-and-home.md#dashboard). */

import type { Assessment, Groups } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { OrganizationEntry } from "#model/contract/organizations.ts";
import { holdsWords, ROWS_AT_ONCE, TAB_GROUPS } from "#model/home-lists.ts";
import { missingForCertification } from "#model/p3m3/submission.ts";
import { pageOf } from "#model/paging.ts";
import { findLockOfAnother } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, loadFor, NotFound, Redirect } from "~/services/faults.server";
import { readDue } from "~/services/home/due.server";
import { readForYou } from "~/services/home/for-you.server";
import { findLastWork } from "~/services/home/last-work.server";
import { lockedRow } from "~/services/home/locked-rows.server";
import { rowsOf } from "~/services/home/row-models.server";
import { namesOfCodes, row } from "~/services/home/rows.server";
import { readAsLead } from "~/services/home/walls.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { hasExtension, ifOffered } from "~/services/upstream/extensions.server";
import { type OrganizationsShown, readOrganizations } from "~/services/upstream/organizations.server";
import { ownNameOf } from "~/services/upstream/own-name.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { findMe, leads, mayChange, mayWrite, modelsOf } from "~/services/upstream/permissions.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { accessPaths } from "~/views/access";
import { engagementPaths } from "~/views/engagements";
import { type Dashboard, type HomePage, TABS, type Tab } from "~/views/home";
import { inProgressPaths } from "~/views/in-progress";
import { orNotProvided } from "~/views/missing";
import { morePaths } from "~/views/more-paths";
import { DASHBOARD_FIELDS, type DashboardAddress, FIRST_TAB, paths } from "~/views/paths";
import { teamHistoryPaths } from "~/views/team-history";

/** The length from which a list gets a search. */
const SEARCH_FROM = 10;

/** Reads from an address what the dashboard is to show. Values that make no sense are left out. */
export function readDashboardPlace(query: URLSearchParams): DashboardAddress & { tab: Tab } {
  const text = (name: string) => query.get(name)?.trim().slice(0, 200) || undefined;
  const number = (name: string) => Math.max(1, Math.floor(Number(query.get(name))) || 1);
  const question = query.get("confirm");
  const assessmentId = text("assessment");
  return {
    organizationId: query.get(DASHBOARD_FIELDS.organization)?.slice(0, 200) ?? undefined,
    tab: TABS.find((name) => name === query.get(DASHBOARD_FIELDS.tab)) ?? FIRST_TAB,
    search: text(DASHBOARD_FIELDS.search),
    page: number("page"),
    find: text(DASHBOARD_FIELDS.find),
    tablePages: { P3M3: number("p3m3"), ITIL: number("itil") },
    locked: text("locked"),
    retry: text("retry"),
    confirm: (question === "certify" || question === "endorse") && assessmentId ? { question, assessmentId } : undefined,
  };
}

/**
 * Leads from an address of home that names no organization to the one opened last, before anything is asked of the upstream. One that is out
 * of reach is forgotten there.
 * @throws Redirect (docs/rules/navigation-and-home.md#last-opened-organization)
 */
export function reopenLast({ lastOrganization }: Pick<UserContext, "lastOrganization">, query: URLSearchParams): void {
  const place = readDashboardPlace(query);
  const organizationId = place.organizationId === undefined ? lastOrganization.find() : undefined;
  if (organizationId !== undefined) throw new Redirect(paths.homeAt({ ...place, organizationId }));
}

/**
 * The home dashboard for an address.
 * @throws LoadFailure, SessionOver
 * @throws Redirect to the organization form when a lead or assessor has no organization, unless the lead governs one
 * @throws Redirect to the organization opened last
 * @throws Redirect when the lock of a dialog has become free
 */
export async function loadHome(context: UserContext, query: URLSearchParams): Promise<HomePage> {
  const place = readDashboardPlace(query);
  reopenLast(context, query);
  const [mine, asLead] = await Promise.all([
    readOrganizations(context.api, "mine", { ...place, open: place.organizationId }),
    readAsLead(context),
  ]);
  const unseen = asLead?.unseen;
  if (mine.total === 0 && !unseen && (await mayWrite(context))) throw new Redirect(paths.organizationCreate());
  context.lastOrganization.set(mine.hasOpen ? String(place.organizationId) : undefined);
  const [dashboard, lastWork, forYou, due, firstName] = await Promise.all([
    modelsOf(context).then((models) => loadDashboard(context, mine, place, models)),
    findLastWork(context),
    readForYou(context.api),
    readDue(context.api),
    ownNameOf(context),
  ]);
  // A page of organizations may not show all that is in progress.
  const isShort = mine.total === mine.entries.length && dashboard.organizations.reduce((sum, { active }) => sum + active, 0) <= 1;
  const leads = mine.total === 0 && !unseen ? namesOf(await findMe(context)) : undefined;
  return {
    firstName,
    lastWork,
    forYou,
    due,
    unseen,
    inProgress: isShort ? undefined : await ifOffered("in-progress", inProgressPaths.screen()),
    newTo: findFirst(dashboard),
    leads,
    ...dashboard,
  };
}

/** The leads of somebody's team, by name. */
const namesOf = (me: Awaited<ReturnType<typeof findMe>>): string[] => (me?.leads ?? []).map(({ email, firstName }) => firstName ?? email);

/**
 * The organization to begin with: the open one, else the first; undefined once there is any assessment, or something is looked for, and for
 * viewers.
 */
function findFirst({ organizations, pages, place }: Dashboard) {
  const isUsed = organizations.some(({ active, completed, opened }) => active + completed + (opened?.counts.archive ?? 0) > 0);
  if (isUsed || pages > 1 || place.search !== undefined) return undefined;
  const { id, name, mayChange } = organizations.find(({ opened }) => opened) ?? organizations[0] ?? {};
  return id === undefined || name === undefined || !mayChange ? undefined : { id, name };
}

/**
 * Other users' organizations, read-only and with the roles that each entry carries (docs/rules/navigation-and-home.md#all-assessments).
 * The caller has checked that the account is an internal one.
 * @throws LoadFailure, SessionOver; Redirect when the lock asked about has become free
 */
export async function loadAllAssessments(context: UserContext, query: URLSearchParams): Promise<Dashboard> {
  const place = readDashboardPlace(query);
  const others = await readOrganizations(context.api, "others", { ...place, open: place.organizationId });
  return loadDashboard(context, others, place, undefined);
}

/** @param roles of the user; undefined in 'All Assessments', where each entry carries its own and nothing may be changed */
async function loadDashboard(
  context: UserContext,
  { entries, page, pages, found: matches, total }: OrganizationsShown,
  query: DashboardAddress & { tab: Tab },
  roles: readonly Role[] | undefined,
): Promise<Dashboard> {
  const place = { ...query, page };
  const open = entries.find(({ organization }) => String(organization.id) === String(query.organizationId));
  const opened = open ? await loadOpened(context, open.organization.id, place, roles ?? open.roles ?? [], roles === undefined) : undefined;
  return {
    place,
    readOnly: roles === undefined,
    total,
    matches,
    pages,
    isSearched: total > SEARCH_FROM || place.search !== undefined,
    confirmation: opened && roles ? await loadConfirmation(context.api, opened.eligible, place) : undefined,
    organizations: entries.map((entry) => ({ ...panel(entry), opened: entry === open ? opened?.view : undefined })),
  };
}

function panel({ organization, ...counts }: OrganizationEntry) {
  return {
    id: organization.id,
    name: orNotProvided(organization.name),
    location: orNotProvided(organization.country?.name),
    industry: orNotProvided(organization.industry?.name),
    size: orNotProvided(organization.size?.name),
    businessUnit: orNotProvided(organization.businessUnit),
    mayChange: mayChange(organization),
    active: counts.createdAssessments + counts.draftAssessments + counts.activeAssessments,
    completed: counts.completedAssessments,
  };
}

async function loadOpened(
  context: UserContext,
  organizationId: Id,
  place: DashboardAddress & { tab: Tab },
  roles: readonly Role[],
  readOnly: boolean,
) {
  const { retry, ...kept } = place;
  const [models, lock, isTold] = await Promise.all([
    findAssessments(context.api, organizationId, roles, place),
    readOnly || place.locked === undefined ? undefined : findLockOfAnother(context, place.locked),
    readOnly ? false : hasExtension("handover"),
  ]);
  const again = Date.now().toString(36);
  if (!models) return { view: { ...NOTHING, again, tab: place.tab, failed: true }, eligible: [] };
  const all = models.flatMap(({ shown }) => shown);
  const locked =
    all.find(({ id }) => String(id) === String(place.locked)) ??
    (place.locked === undefined || readOnly ? undefined : await findElsewhere(context.api, organizationId, place.locked));
  if (place.locked !== undefined && !readOnly && (!locked || !lock)) {
    context.lockMarkers.unlock(place.locked);
    // The row of one that was handed over says that it is the user's now.
    const isHandedOver = isTold && locked?.lock?.mine && locked.lock.passedFrom;
    if (locked && !isHandedOver)
      context.flash.leave({ kind: "success", title: `${locked.name ?? "The assessment"} is free for editing again.` });
    throw new Redirect(paths.home({ ...kept, organizationId, locked: undefined }));
  }
  const counts = Object.fromEntries(TABS.map((tab) => [tab, models.reduce((sum, model) => sum + model.counts[tab], 0)]));
  const isLong = models.some((model) => TABS.some((tab) => model.counts[tab] > ROWS_AT_ONCE));
  const view = {
    tab: place.tab,
    failed: false,
    again,
    counts: counts as Record<Tab, number>,
    ...(models.length === 0 ? { leads: namesOf(await findMe(context)) } : {}),
    isSearched: isLong || place.find !== undefined,
    ...(place.tab === "completed" && (await hasExtension("again")) ? { earlierScores: morePaths.earlierScores(organizationId) } : {}),
    ...((await hasExtension("actions")) ? { actions: paths.actions(organizationId) } : {}),
    ...(!readOnly && (await hasExtension("engagements"))
      ? { engagements: engagementPaths.list({ organization: String(organizationId) }) }
      : {}),
    ...((await hasExtension("targets")) ? { targets: paths.targets(organizationId) } : {}),
    ...(!readOnly && (await readAsLead(context))?.isOffered ? { access: accessPaths.organization(organizationId) } : {}),
    ...(!readOnly && (await hasExtension("team-history")) && (await leads(context))
      ? { history: teamHistoryPaths.screen({ organization: String(organizationId) }) }
      : {}),
    tables: await Promise.all(
      models.map(async ({ model, page, pages, found: matches, counts: { [place.tab]: total }, shown }) => {
        return {
          ...{ model, page, pages, matches, total },
          names: namesOfCodes(shown),
          rows: await Promise.all(
            shown.map(async (assessment) => {
              if (!readOnly && !mayChange(assessment))
                return row(assessment, { ...kept, organizationId }, { readOnly, locked: undefined, lock: undefined });
              const lockRead = assessment === locked && lock ? { lock, isRetried: retry !== undefined } : undefined;
              const rowLock = readOnly ? undefined : await lockedRow(context, assessment, { isTold, lockRead });
              return row(
                assessment,
                { ...kept, organizationId },
                { readOnly, locked: rowLock, lock: isTold ? assessment.lock : undefined },
              );
            }),
          ),
        };
      }),
    ),
  };
  return { view, eligible: all };
}

const NOTHING = { counts: { active: 0, completed: 0, archive: 0 }, isSearched: false, tables: [] };

/**
 * A page of an organization's assessments in the open tab, for each model; undefined when they cannot be loaded, so that the other
 * organizations stay usable. The page holds the one whose lock or confirmation the address is about.
 * @throws LoadFailure for a 401
 */
async function findAssessments(
  api: UserApi,
  organizationId: Id,
  roles: readonly Role[],
  { tab, find, tablePages, locked, confirm }: DashboardAddress & { tab: Tab },
) {
  const pageIn = (model: Role) => Math.min(tablePages?.[model] ?? 1, PAGE_MAX);
  const about = locked ?? confirm?.assessmentId;
  const open = about === undefined ? undefined : String(about);
  try {
    const request = { tab, find, P3M3: pageIn("P3M3"), ITIL: pageIn("ITIL"), open };
    const { shown: at, ...groups } = await api.organizations.assessments.list({ id: organizationId, ...request });
    return roles.map((model) => {
      const lists = sortIntoTabs(groups[model]);
      const page = at?.[model];
      if (page) return { ...page, model, shown: lists[tab] };
      const fitting = lists[tab].filter(({ id, name, createdBy, selectedScope }) =>
        holdsWords(find, [String(id), name, createdBy, selectedScope]),
      );
      const index = fitting.findIndex(({ id }) => String(id) === open);
      const counts = { active: lists.active.length, completed: lists.completed.length, archive: lists.archive.length };
      return { ...pageOf(fitting, ROWS_AT_ONCE, pageIn(model), index), model, found: fitting.length, counts };
    });
  } catch (error) {
    if (error instanceof UpstreamFault && error.status !== 401) return undefined;
    return loadFor("dashboard", Promise.reject(error));
  }
}

const PAGE_MAX = 1_000_000;

/** An assessment of the organization that is not on the page. @throws SessionOver */
async function findElsewhere(api: UserApi, organizationId: Id, id: Id): Promise<Assessment | undefined> {
  const assessment = await getAssessment(api, id).catch(ignoreFailure);
  return String(assessment?.organization?.id) === String(organizationId) ? assessment : undefined;
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof LoadFailure) && !(error instanceof NotFound)) throw error;
}

function sortIntoTabs(group: Groups | undefined): Record<Tab, Assessment[]> {
  const inTab = (tab: Tab) => TAB_GROUPS[tab].flatMap((name) => group?.[name] ?? []);
  return { active: inTab("active"), completed: inTab("completed"), archive: inTab("archive") };
}

/** The confirmation that an address asks for; undefined unless the assessment's row offers it. */
async function loadConfirmation(api: UserApi, assessments: readonly Assessment[], place: DashboardAddress) {
  const { confirm } = place;
  const assessment = assessments.find(({ id }) => String(id) === String(confirm?.assessmentId));
  if (
    !confirm ||
    !assessment ||
    assessment.isArchived ||
    !mayChange(assessment) ||
    rowsOf(assessment).certify(assessment, place)?.to !== paths.home(place)
  )
    return undefined;
  const missing =
    confirm.question === "certify" ? missingForCertification(await getP3m3Progress(api, assessment.id)).map(({ name }) => name) : [];
  return { question: confirm.question, assessment: { id: assessment.id, name: assessment.name }, missing };
}
