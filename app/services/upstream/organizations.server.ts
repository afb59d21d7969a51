/** Organizations: listing, loading and saving them, and who sees those of other users. */

import type { Id, Role } from "#model/contract/common.ts";
import type { OrganizationEntry, OrganizationForm, OrganizationsQuery } from "#model/contract/organizations.ts";
import { holdsWords, ORGANIZATIONS_AT_ONCE } from "#model/home-lists.ts";
import { pageOf } from "#model/paging.ts";
import { config } from "~/services/config.server";
import { Forbidden, loadFor } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { keyFor, NotPermitted } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import type { User } from "~/views/session";
import type { FailurePage } from "~/views/shell";

/** Checks that somebody may open 'All Assessments' (docs/rules/rights.md#internal-accounts). @throws Forbidden for everybody else */
export function requireInternalAccount(user: User): void {
  if (seesAllAssessments(user)) return;
  const page: FailurePage = {
    title: "Sorry, access denied.",
    description: "Your account may not see the assessments of other users.",
    next: { href: paths.home(), label: "Go to the home screen" },
  };
  throw new Forbidden(page);
}

/** Whether somebody has an internal account; the case of the address does not matter (docs/rules/rights.md#internal-accounts). */
export function seesAllAssessments(user: User): boolean {
  return config().allAssessmentsAccounts.includes(user.email.toLowerCase());
}

type Entry = OrganizationEntry & { roles?: Role[] };

/** A page of organizations: how many fit the search, how many there are, and whether `open` is one of them. */
export interface OrganizationsShown {
  entries: readonly Entry[];
  page: number;
  pages: number;
  found: number;
  total: number;
  hasOpen: boolean;
}

/**
 * Reads a page of the user's organizations, or of those of others (docs/rules/navigation-and-home.md#dashboard).
 * @param query `open`: an organization that the page has to hold
 * @throws LoadFailure
 */
export async function readOrganizations(
  api: UserApi,
  whose: "mine" | "others",
  { page = 1, search, open }: Omit<OrganizationsQuery, "whose" | "open"> & { open?: Id | undefined } = {},
): Promise<OrganizationsShown> {
  const number = Math.min(page, PAGE_MAX);
  const read = await loadFor(
    "dashboard",
    api.organizations.list({ page: number, whose, search, open: open === undefined ? undefined : String(open).slice(0, ID_MAX) }),
  );
  const entries: readonly Entry[] = whose === "mine" ? read.myOrgnizations : (read.otherUserOrgnizations ?? []);
  if (read.shown) return { ...read.shown, entries };
  const fitting = entries.filter(({ organization: { name, businessUnit, country, industry } }) =>
    holdsWords(search, [name, businessUnit, country?.name, industry?.name]),
  );
  const isOpen = ({ organization }: Entry) => String(organization.id) === String(open);
  const { shown, ...at } = pageOf(fitting, ORGANIZATIONS_AT_ONCE, number, fitting.findIndex(isOpen));
  return { ...at, entries: shown, found: fitting.length, total: entries.length, hasOpen: entries.some(isOpen) };
}

const PAGE_MAX = 1_000_000;
const ID_MAX = 200;

/**
 * An organization of the user's own team, to be changed or to be assessed. Internal accounts may read those of others, but not change them.
 * @throws LoadFailure; Forbidden for the organization of another team; NotPermitted for a viewer
 */
export async function getOwnOrganization(api: UserApi, organizationId: Id) {
  const { organization } = await loadFor("organization", api.organizations.get({ id: organizationId }));
  // Only the own team may change it. Anybody else is a viewer of that team, or belongs to another one; an upstream need not say which.
  if (organization.may !== undefined && mayChange(organization)) return organization;
  if (!(await readOrganizations(api, "mine", { open: organization.id })).hasOpen) throw new Forbidden(failurePage(403, "organization"));
  if (!mayChange(organization)) throw new NotPermitted();
  return organization;
}

/**
 * Creates an organization (docs/rules/organizations.md#saving).
 * @param formId of the form: sent twice with the same content, it creates one organization
 * @param isWalled whether only the user may see it at first (docs/rules/walls.md)
 * @returns its id
 * @throws UpstreamFault
 */
export async function createOrganization(api: UserApi, body: OrganizationForm, formId: string, isWalled: boolean): Promise<Id> {
  if (isWalled) return (await api.walls.create({ body }, { idempotencyKey: keyFor(formId, "organization behind a wall", body) })).id;
  return (await api.organizations.create({ body }, { idempotencyKey: keyFor(formId, "organization", body) })).id;
}
