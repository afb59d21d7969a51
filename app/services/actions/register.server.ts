/** The register of actions (docs/rules/actions.md#the-register). */
import { ACTION_ORDERS, ACTION_STATES, ACTION_TEXT_MAX, ACTIONS_AT_ONCE, ACTIONS_MAX, isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import { type Id, type Role, role } from "#model/contract/common.ts";
import { SEARCH_MAX } from "#model/search.ts";
import { findOrigin, openActions, placeNamesOf } from "~/services/actions/actions.server";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { screensBeside } from "~/services/upstream/screens.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type ActionRow, type ActionsPage, UNFINISHED } from "~/views/actions";
import { morePaths } from "~/views/more-paths";
import { type ActionsAddress, paths } from "~/views/paths";

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams): ActionsAddress {
  const text = (name: keyof ActionsAddress, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const oneOf = (name: keyof ActionsAddress, offered: readonly string[]) => offered.find((each) => each === text(name, 20));
  const order = oneOf("order", ACTION_ORDERS);
  const address: Record<keyof ActionsAddress, string | undefined> = {
    state: oneOf("state", [UNFINISHED, ...ACTION_STATES]),
    owner: text("owner", ACTION_TEXT_MAX.owner),
    overdue: oneOf("overdue", ["1"]),
    assessmentId: text("assessmentId", 100),
    q: text("q", SEARCH_MAX),
    order: order === "due" ? undefined : order,
    page: /^[1-9]\d{0,2}$/.test(text("page", 10) ?? "") ? text("page", 10) : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/** The actions that an address asks for, a page of them or all. @throws LoadFailure */
export function readPage(api: UserApi, organizationId: Id, address: ActionsAddress, size: number) {
  const { state, owner, overdue, assessmentId, q, order, page } = address;
  const states = ACTION_STATES.filter((each) => (state === UNFINISHED ? each === "open" || each === "underWay" : each === state));
  const query = {
    ...(states.length > 0 ? { state: states } : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(overdue === undefined ? {} : { overdue: "1" as const }),
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(q === undefined ? {} : { q }),
    ...(order === undefined ? {} : { order: ACTION_ORDERS.find((each) => each === order) ?? "due" }),
    ...(page === undefined || size === ACTIONS_MAX ? {} : { page: Math.min(Number(page), ACTIONS_MAX) }),
  };
  return loadFor("organization", api.actions.list({ id: organizationId, size, ...query }));
}

/** Actions as rows, with the names of their places. @throws SessionOver */
export async function rowsOf(api: UserApi, organizationId: Id, actions: readonly Action[]): Promise<ActionRow[]> {
  const day = today();
  const models = role.options.filter((model) => actions.some(({ from, places }) => from?.model === model && places.length > 0));
  const names = new Map(
    await Promise.all(models.map(async (model): Promise<[Role, (place: string) => string]> => [model, await placeNamesOf(api, model)])),
  );
  return actions.map(({ id, title, owner, due, effort, effect, state, remarks, from, places, ...action }) => ({
    ...{ id, title, owner, due, effort, effect, state, remarks },
    isOverdue: isOverdue({ state, due }, day),
    from: from
      ? {
          name: from.name ?? "An assessment without a name",
          model: from.model,
          scope: from.scope,
          at: paths.actions(organizationId, { assessmentId: String(from.assessmentId) }),
        }
      : undefined,
    places: places.map((place) => (from && names.get(from.model)?.(place)) ?? place),
    why: action.why,
    createdAt: action.createdAt,
    href: paths.action(organizationId, id),
  }));
}

/** The organization and what the address asks for, which file and screen share. @throws NotFound, LoadFailure */
export async function openRegister(context: UserContext, organizationId: Id, query: URLSearchParams) {
  const opened = await openActions(context, organizationId);
  const address = readAddress(query);
  return { ...opened, query: address, assessment: await findOrigin(context.api, opened.organization.id, address.assessmentId) };
}

/** A page of the register. @throws NotFound where the upstream keeps no actions; LoadFailure */
export async function loadActions(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<ActionsPage> {
  const { organization, mayChange, backTo, query: address, assessment } = await openRegister(context, organizationId, query);
  const list = await readPage(context.api, organization.id, address, ACTIONS_AT_ONCE);
  const { page: wanted, ...filter } = address;
  const pages = Math.max(1, Math.ceil(list.found / ACTIONS_AT_ONCE));
  const { open, underWay, done, dropped } = list.counts;
  const { order: _order, ...narrowed } = filter;
  return {
    organization,
    rows: await rowsOf(context.api, organization.id, list.actions),
    counts: { ...list.counts, all: open + underWay + done + dropped, fitting: list.found },
    page: Math.min(Number(wanted ?? 1), pages),
    pages,
    query: filter,
    isFiltered: Object.keys(narrowed).length > 0,
    owners: list.owners,
    assessment: assessment && { id: String(assessment.id), name: titleOf(assessment) },
    screens: assessment && (await screensBeside(context, assessment, "Actions")),
    links: {
      workbook: morePaths.actionsWorkbook(organization.id, filter),
      add: mayChange ? paths.actionAdd(organization.id, assessment ? { assessmentId: String(assessment.id) } : {}) : undefined,
      back: backTo(),
    },
  };
}
