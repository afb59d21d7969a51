/** What the home dashboard shows (specification A2), shaped for its panels and tables. */
import type { Assessment, Groups } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { OrganizationEntry } from "#model/contract/organizations.ts";
import { rowProgress } from "#model/p3m3/progress.ts";
import { coversAllPerspectives } from "#model/p3m3/submission.ts";
import { paths } from "~/paths";
import { loading } from "~/services/failures.server";
import { findLock } from "~/services/locks.server";
import { listAssessments, listOrganizations } from "~/services/organizations.server";
import type { AppContext } from "~/sessions.server";

export const TABS = ["active", "completed", "archive"] as const;
export type Tab = (typeof TABS)[number];

/** The dashboard for an address: which organisation is open, which tab, which row was found locked. */
export async function loadDashboard(context: AppContext, query: URLSearchParams) {
  const user = context.currentUser();
  const { myOrgnizations } = await loading("dashboard", listOrganizations(context));
  const asked = query.get("organization") ?? context.lastOrganization();
  const open = myOrgnizations.find(({ organization }) => String(organization.id) === asked)?.organization.id;
  context.setLastOrganization(open === undefined ? undefined : String(open));
  const tab = TABS.find((name) => name === query.get("tab")) ?? "active";
  const opened = open === undefined ? undefined : await loadTables(context, open, tab, user?.roles ?? [], query.get("locked") ?? undefined);
  return {
    firstName: user?.user.firstName ?? null,
    organizations: myOrgnizations.map((entry) => ({ ...panel(entry), opened: entry.organization.id === open ? opened : undefined })),
  };
}

export type Panel = Awaited<ReturnType<typeof loadDashboard>>["organizations"][number];
export type OpenedPanel = NonNullable<Panel["opened"]>;
export type Row = OpenedPanel["tables"][number]["rows"][number];

function panel({ organization, ...counts }: OrganizationEntry) {
  return {
    id: organization.id,
    name: organization.name,
    location: organization.country.name,
    industry: organization.industry.name,
    size: organization.size.name,
    businessUnit: organization.businessUnit,
    active: counts.createdAssessments + counts.draftAssessments + counts.activeAssessments,
    completed: counts.completedAssessments,
  };
}

async function loadTables(context: AppContext, organizationId: Id, tab: Tab, roles: readonly Role[], locked: string | undefined) {
  const [groups, lock] = await Promise.all([
    loading("dashboard", listAssessments(context, organizationId)),
    locked === undefined ? undefined : loading("dashboard", findLock(context, locked)),
  ]);
  const tabbed = (group: Groups | undefined): Record<Tab, Assessment[]> => ({
    active: group ? [...group.active, ...group.drafted, ...group.created] : [],
    completed: group?.completed ?? [],
    archive: group?.archived ?? [],
  });
  const models = roles.map((model) => ({ model, lists: tabbed(groups[model]) }));
  return {
    tab,
    counts: Object.fromEntries(TABS.map((name) => [name, models.reduce((sum, { lists }) => sum + lists[name].length, 0)])) as Record<
      Tab,
      number
    >,
    tables: models.map(({ model, lists }) => ({
      model,
      rows: lists[tab].map((found) =>
        row(found, organizationId, String(found.id) === locked && lock ? { by: lock.lockedBy, until: lock.expiresAt } : undefined),
      ),
    })),
  };
}

function row(found: Assessment, organizationId: Id, locked: { by?: string | undefined; until?: string | undefined } | undefined) {
  const model = found.assessmentType;
  return {
    id: found.id,
    organizationId,
    model,
    name: found.name,
    scope: found.selectedScope,
    createdBy: found.createdBy,
    status: found.status,
    archived: found.isArchived,
    test: found.isTestAssessment,
    started: found.dateStarted,
    completed: found.dateCompleted,
    marked: found.certified ?? found.endorsed ?? false,
    locked,
    progress:
      model === "P3M3" ? (found.perspectives ?? []).map((item) => ({ code: item.code, name: item.name, ...rowProgress(item) })) : [],
    coversAll: model === "P3M3" && coversAllPerspectives(found.perspectives ?? []),
    ready: found.status !== "Created",
    links: {
      open: paths.continue(found.id),
      view:
        found.status === "Completed"
          ? paths.result(found.id, model)
          : found.status === "Active"
            ? paths.continue(found.id)
            : paths.step("review", found.id, model),
      profile: paths.step("profile", found.id, model),
    },
  };
}
