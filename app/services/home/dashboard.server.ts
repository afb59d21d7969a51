/** What the home dashboard and 'All Assessments' show (docs/rules/navigation-and-home.md#dashboard). */

import type { Assessment, Groups } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { OrganizationEntry } from "#model/contract/organizations.ts";
import { missingForCertification } from "#model/p3m3/submission.ts";
import { pageOf } from "#model/paging.ts";
import { findLockOfAnother } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readDue } from "~/services/home/due.server";
import { findLastWork } from "~/services/home/last-work.server";
import { lockedRow } from "~/services/home/locked-rows.server";
import { rowsOf } from "~/services/home/row-models.server";
import { namesOfCodes, row } from "~/services/home/rows.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { findMe, mayChange, mayWrite, modelsOf } from "~/services/upstream/permissions.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type Dashboard, type HomePage, TABS, type Tab } from "~/views/home";
import { orNotProvided } from "~/views/missing";
import { DASHBOARD_FIELDS, type DashboardAddress, FIRST_TAB, paths } from "~/views/paths";

/** The length from which a list gets a search, and how much of it is shown at once. */
const SEARCH_FROM = 10;
const ORGANIZATIONS_AT_ONCE = 50;
const ROWS_AT_ONCE = 25;

type Entry = OrganizationEntry & { roles?: Role[] };

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
 * @throws Redirect to the organization form when a lead or assessor has no organization
 * @throws Redirect to the organization opened last
 * @throws Redirect when the lock of a dialog has become free
 */
export async function loadHome(context: UserContext, query: URLSearchParams): Promise<HomePage> {
  const { user } = context;
  const place = readDashboardPlace(query);
  reopenLast(context, query);
  const { myOrgnizations } = await loadFor("dashboard", context.api.organizations.list());
  if (myOrgnizations.length === 0 && (await mayWrite(context))) throw new Redirect(paths.organizationCreate());
  const isMine = (id: Id | undefined) => myOrgnizations.some(({ organization }) => String(organization.id) === String(id));
  context.lastOrganization.set(isMine(place.organizationId) ? String(place.organizationId) : undefined);
  const [dashboard, lastWork, due] = await Promise.all([
    modelsOf(context).then((models) => loadDashboard(context, myOrgnizations, place, models)),
    findLastWork(context),
    readDue(context.api),
  ]);
  const leads = myOrgnizations.length === 0 ? namesOf(await findMe(context)) : undefined;
  return {
    firstName: user.firstName,
    lastWork,
    due,
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
  const { otherUserOrgnizations = [] } = await loadFor("dashboard", context.api.organizations.list());
  return loadDashboard(context, otherUserOrgnizations, readDashboardPlace(query), undefined);
}

/** @param roles of the user; undefined in 'All Assessments', where each entry carries its own and nothing may be changed */
async function loadDashboard(
  context: UserContext,
  entries: readonly Entry[],
  asked: DashboardAddress & { tab: Tab },
  roles: readonly Role[] | undefined,
): Promise<Dashboard> {
  const fitting = entries.filter(({ organization: { name, businessUnit, country, industry } }) =>
    holds(asked.search, [name, businessUnit, country?.name, industry?.name]),
  );
  const openIndex = fitting.findIndex(({ organization }) => String(organization.id) === String(asked.organizationId));
  const { page, pages, shown } = pageOf(fitting, ORGANIZATIONS_AT_ONCE, asked.page, openIndex);
  const place = { ...asked, page };
  const open = fitting[openIndex];
  const opened = open ? await loadOpened(context, open.organization.id, place, roles ?? open.roles ?? [], roles === undefined) : undefined;
  return {
    place,
    readOnly: roles === undefined,
    total: entries.length,
    found: fitting.length,
    pages,
    isSearched: entries.length > SEARCH_FROM || place.search !== undefined,
    confirmation: opened && roles ? await loadConfirmation(context.api, opened.eligible, place) : undefined,
    organizations: shown.map((entry) => ({ ...panel(entry), opened: entry === open ? opened?.view : undefined })),
  };
}

function panel({ organization, ...counts }: Entry) {
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

/** Whether any of the texts contains the search words, whatever their case. */
function holds(searched: string | undefined, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = searched?.toLocaleLowerCase("en-GB");
  return wanted === undefined || texts.some((text) => text?.toLocaleLowerCase("en-GB").includes(wanted));
}

async function loadOpened(
  context: UserContext,
  organizationId: Id,
  place: DashboardAddress & { tab: Tab },
  roles: readonly Role[],
  readOnly: boolean,
) {
  const { retry, ...kept } = place;
  const [groups, lock, isTold] = await Promise.all([
    findAssessments(context.api, organizationId),
    readOnly || place.locked === undefined ? undefined : findLockOfAnother(context, place.locked),
    readOnly ? false : hasExtension("handover"),
  ]);
  const again = Date.now().toString(36);
  if (!groups) return { view: { ...NOTHING, again, tab: place.tab, failed: true }, eligible: [] };
  const models = roles.map((model) => ({ model, lists: sortIntoTabs(groups[model]) }));
  const all = models.flatMap(({ lists }) => TABS.flatMap((tab) => lists[tab]));
  const locked = all.find(({ id }) => String(id) === String(place.locked));
  if (place.locked !== undefined && !readOnly && (!locked || !lock)) {
    context.lockMarkers.unlock(place.locked);
    // The row of one that was handed over says that it is the user's now.
    const isHandedOver = isTold && locked?.lock?.mine && locked.lock.passedFrom;
    if (locked && !isHandedOver)
      context.flash.leave({ kind: "success", title: `${locked.name ?? "The assessment"} is free for editing again.` });
    throw new Redirect(paths.home({ ...kept, organizationId, locked: undefined }));
  }
  const counts = Object.fromEntries(TABS.map((tab) => [tab, models.reduce((sum, { lists }) => sum + lists[tab].length, 0)]));
  const isLong = models.some(({ lists }) => TABS.some((tab) => lists[tab].length > ROWS_AT_ONCE));
  const view = {
    tab: place.tab,
    failed: false,
    again,
    counts: counts as Record<Tab, number>,
    ...(models.length === 0 ? { leads: namesOf(await findMe(context)) } : {}),
    isSearched: isLong || place.find !== undefined,
    ...(place.tab === "completed" && (await hasExtension("again")) ? { earlierScores: paths.earlierScores(organizationId) } : {}),
    ...((await hasExtension("actions")) ? { actions: paths.actions(organizationId) } : {}),
    ...((await hasExtension("targets")) ? { targets: paths.targets(organizationId) } : {}),
    tables: await Promise.all(
      models.map(async ({ model, lists }) => {
        const fitting = lists[place.tab].filter(({ id, name, createdBy, selectedScope }) =>
          holds(place.find, [String(id), name, createdBy, selectedScope]),
        );
        const lockedIndex = locked && lock ? fitting.indexOf(locked) : -1;
        const { page, pages, shown } = pageOf(fitting, ROWS_AT_ONCE, place.tablePages?.[model], lockedIndex);
        return {
          model,
          page,
          pages,
          found: fitting.length,
          total: lists[place.tab].length,
          names: namesOfCodes(shown),
          rows: await Promise.all(
            shown.map(async (found) => {
              if (!readOnly && !mayChange(found))
                return row(found, { ...kept, organizationId }, { readOnly, locked: undefined, lock: undefined });
              const asked = found === locked && lock ? { lock, isRetried: retry !== undefined } : undefined;
              const rowLock = readOnly ? undefined : await lockedRow(context, found, { isTold, asked });
              return row(found, { ...kept, organizationId }, { readOnly, locked: rowLock, lock: isTold ? found.lock : undefined });
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
 * An organization's assessments; undefined when they cannot be loaded, so that the other organizations stay usable.
 * @throws LoadFailure for a 401
 */
async function findAssessments(api: UserApi, organizationId: Id) {
  try {
    return await api.organizations.assessments.list({ id: organizationId });
  } catch (error) {
    if (error instanceof UpstreamFault && error.status !== 401) return undefined;
    return loadFor("dashboard", Promise.reject(error));
  }
}

function sortIntoTabs(group: Groups | undefined): Record<Tab, Assessment[]> {
  return {
    active: group ? [...group.active, ...group.drafted, ...group.created] : [],
    completed: group?.completed ?? [],
    archive: group?.archived ?? [],
  };
}

/** The confirmation that an address asks for; undefined unless the assessment's row offers it. */
async function loadConfirmation(api: UserApi, assessments: readonly Assessment[], place: DashboardAddress) {
  const { confirm } = place;
  const found = assessments.find(({ id }) => String(id) === String(confirm?.assessmentId));
  if (!confirm || !found || found.isArchived || !mayChange(found) || rowsOf(found).certify(found, place)?.to !== paths.home(place))
    return undefined;
  const missing =
    confirm.question === "certify" ? missingForCertification(await getP3m3Progress(api, found.id)).map(({ name }) => name) : [];
  return { question: confirm.question, assessment: { id: found.id, name: found.name }, missing };
}
