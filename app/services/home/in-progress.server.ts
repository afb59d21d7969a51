/** What the team is working on (docs/rules/in-progress.md). */
import { role } from "#model/contract/common.ts";
import type { InProgress } from "#model/contract/in-progress.ts";
import { SEARCH_MAX } from "#model/search.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { namesOfCodes } from "~/services/home/rows.server";
import { workDetails } from "~/services/home/work-rows.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { engagementPaths } from "~/views/engagements";
import {
  DEFAULT_ORDER,
  IN_PROGRESS_ORDERS,
  type InProgressAddress,
  type InProgressPage,
  type InProgressRow,
  inProgressPaths,
} from "~/views/in-progress";
import { orNotProvided } from "~/views/missing";
import { paths } from "~/views/paths";

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams): InProgressAddress {
  const text = (name: keyof InProgressAddress, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const matching = (name: keyof InProgressAddress, pattern: RegExp) => {
    const value = text(name, 20);
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  const order = IN_PROGRESS_ORDERS.find((each) => each === text("order", 20));
  const address: Record<keyof InProgressAddress, string | undefined> = {
    organization: matching("organization", /^[1-9]\d{0,8}$/),
    model: role.options.find((each) => each === text("model", 20)),
    by: text("by", 320),
    q: text("q", SEARCH_MAX),
    tests: matching("tests", /^1$/),
    archived: matching("archived", /^1$/),
    order: order === DEFAULT_ORDER ? undefined : order,
    page: matching("page", /^[1-9]\d{0,5}$/),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/** One page of the list. @throws LoadFailure */
export function readInProgress(api: UserApi, address: InProgressAddress): Promise<InProgress> {
  const { organization, model, by, q, tests, archived, order, page } = address;
  return loadFor(
    "dashboard",
    api.inProgress.list({
      ...(organization === undefined ? {} : { organization: Number(organization) }),
      ...(model === undefined ? {} : { model: role.parse(model) }),
      ...(by === undefined ? {} : { by }),
      ...(q === undefined ? {} : { q }),
      ...(tests === undefined ? {} : { tests: "1" as const }),
      ...(archived === undefined ? {} : { archived: "1" as const }),
      order: IN_PROGRESS_ORDERS.find((each) => each === order) ?? DEFAULT_ORDER,
      page: Number(page ?? 1),
    }),
  );
}

/** A row of the list as it is shown. */
export async function inProgressRow(row: InProgress["rows"][number]): Promise<InProgressRow> {
  const { assessment, organization, changedAt, engagement } = row;
  return {
    id: assessment.id,
    name: assessment.name === null ? orNotProvided(null) : titleOf(assessment),
    details: await workDetails(assessment, engagement),
    client: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    changedAt: typeof assessment.apart === "number" ? undefined : changedAt,
    engagement: engagement ? { name: engagement.name, to: engagementPaths.screen(engagement.id) } : undefined,
  };
}

/** @throws NotFound where the upstream has no such list; LoadFailure */
export async function loadInProgress(context: UserContext, search: URLSearchParams): Promise<InProgressPage> {
  await requireExtension("in-progress");
  const { page: wanted, ...query } = readAddress(search);
  const [list, models] = await Promise.all([
    readInProgress(context.api, { ...query, ...(wanted === undefined ? {} : { page: wanted }) }),
    modelsOf(context),
  ]);
  const { order: _order, ...narrowed } = query;
  const { rows, organizations, editors, page, pages, matches, total } = list;
  return {
    rows: await Promise.all(rows.map(inProgressRow)),
    names: namesOfCodes(rows.map(({ assessment }) => assessment)),
    ...{ page, pages, matches, total, query, models, editors },
    isFiltered: Object.keys(narrowed).length > 0,
    organizations: organizations.map(({ id, name }) => ({ value: String(id), label: orNotProvided(name) })),
    workbook: inProgressPaths.workbook(query),
  };
}
