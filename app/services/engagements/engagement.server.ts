/** Engagements: the list, and one of them (docs/rules/engagements.md#the-screens). */
import { type Id, rowNumberIn } from "#model/contract/common.ts";
import type { Engagement, EngagementMember, Engagements } from "#model/contract/engagements.ts";
import { isPast } from "#model/days.ts";
import { ENGAGEMENT_ORDERS, ENGAGEMENT_PART_NAMES, ENGAGEMENT_STATE_NAMES, ENGAGEMENT_STATES, UNIT_NAME_MAX } from "#model/engagements.ts";
import { holdsWords } from "#model/home-lists.ts";
import { SEARCH_MAX } from "#model/search.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { memberBase, memberTexts } from "~/services/engagements/form.server";
import { loadFor, NotFound } from "~/services/faults.server";
import { namesOfCodes } from "~/services/home/rows.server";
import { workDetails } from "~/services/home/work-rows.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { shortDate } from "~/views/dates";
import { planPaths } from "~/views/engagement-plan";
import { profilePaths } from "~/views/engagement-profile";
import { engagementReportPaths } from "~/views/engagement-report";
import { severalPath } from "~/views/engagement-several";
import {
  colleagueName,
  DEFAULT_ENGAGEMENT_ORDER,
  type EngagementAddress,
  type EngagementPage,
  type EngagementsAddress,
  type EngagementsPage,
  engagementPaths,
  MEMBER_ORDERS,
  MEMBER_SHOWS,
  type MemberOrder,
  type MemberShow,
  type MembersAddress,
  type MemberView,
} from "~/views/engagements";
import type { Option } from "~/views/form-fields";
import { orNotProvided } from "~/views/missing";
import { paths } from "~/views/paths";

/** Somebody of the team. */
interface Person {
  email: string;
  firstName: string | null;
}
/** Colleagues as a list offers them: those who share a name with their address. */
export function colleagueOptions(colleagues: readonly (Person & { id: Id })[]): Option[] {
  const names = colleagues.map(colleagueName);
  return colleagues.map((each) => {
    const isShared = names.filter((name) => name === colleagueName(each)).length > 1;
    return { value: String(each.id), label: isShared ? `${colleagueName(each)} (${each.email})` : colleagueName(each) };
  });
}

const nameIn = (names: Readonly<Record<string, string>>, key: string): string => (Object.hasOwn(names, key) ? (names[key] ?? key) : key);
export const stateName = (state: string): string => nameIn(ENGAGEMENT_STATE_NAMES, state);

/** Start and end in words; empty for neither. */
export function daysInWords({ start, end }: { start: string | null; end: string | null }): string {
  if (start && end) return `${shortDate(start)} – ${shortDate(end)}`;
  if (start) return `from ${shortDate(start)}`;
  return end ? `until ${shortDate(end)}` : "";
}

const idIn = (text: string) => (text !== "" && rowNumberIn(text) !== undefined ? text : undefined);

/** What an address says, piece by piece; what makes no sense is left out. */
function partsOf(query: URLSearchParams) {
  const text = (name: string, max: number) => query.get(name)?.trim().slice(0, max) || undefined;
  const oneOf = <T extends string>(name: string, values: readonly T[]) => values.find((each) => each === text(name, 20));
  return { text, oneOf, isTicked: (name: string) => oneOf(name, ["1"]) };
}

const filled = <N extends string>(address: Record<N, string | undefined>): Partial<Record<N, string>> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as Partial<Record<N, string>>;

/** What the address of the list asks for. */
export function readAddress(query: URLSearchParams): EngagementsAddress {
  const { text, oneOf, isTicked } = partsOf(query);
  const order = oneOf("order", ENGAGEMENT_ORDERS);
  const page = text("page", 6);
  return filled<keyof EngagementsAddress>({
    organization: idIn(query.get("organization") ?? ""),
    state: oneOf("state", ENGAGEMENT_STATES),
    closed: isTicked("closed"),
    q: text("q", SEARCH_MAX),
    order: order === DEFAULT_ENGAGEMENT_ORDER ? undefined : order,
    page: page !== undefined && /^[1-9]\d*$/.test(page) ? page : undefined,
  });
}

/** What the address of one engagement asks for. */
export function readMembersAddress(query: URLSearchParams): MembersAddress {
  const { text, oneOf, isTicked } = partsOf(query);
  return filled<keyof MembersAddress>({
    q: text("q", SEARCH_MAX),
    unit: text("unit", UNIT_NAME_MAX),
    responsible: idIn(query.get("responsible") ?? ""),
    show: oneOf("show", Object.keys(MEMBER_SHOWS)),
    tests: isTicked("tests"),
    archived: isTicked("archived"),
    order: oneOf("order", Object.keys(MEMBER_ORDERS)),
  });
}

/** A page of the list of engagements. @throws LoadFailure */
export const readEngagements = (api: UserApi, { organization, state, closed, q, order, page }: EngagementsAddress): Promise<Engagements> =>
  loadFor(
    "dashboard",
    api.engagements.list({
      ...(organization === undefined ? {} : { organization: Number(organization) }),
      ...(state === undefined ? {} : { state: ENGAGEMENT_STATES.find((each) => each === state) ?? "running" }),
      ...(closed === undefined ? {} : { closed: "1" as const }),
      ...(q === undefined ? {} : { q }),
      order: ENGAGEMENT_ORDERS.find((each) => each === order) ?? DEFAULT_ENGAGEMENT_ORDER,
      page: Number(page ?? 1),
    }),
  );

/** An engagement as a list shows it. */
export function engagementRow({ id, name, organization, state, members, submitted, plan, ...days }: Engagements["engagements"][number]) {
  return {
    ...{ id, name, members, submitted, plan, state: stateName(state), days: daysInWords(days) },
    isOver: isPast(days.end, today()) && (state === "planned" || state === "running"),
    to: engagementPaths.screen(id),
    client: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
  };
}

/** @throws NotFound where the upstream keeps none; LoadFailure */
export async function loadEngagements({ api }: UserContext, search: URLSearchParams): Promise<EngagementsPage> {
  await requireExtension("engagements");
  const address = readAddress(search);
  const { page: _, ...query } = address;
  const { order: _order, ...narrowed } = query;
  const { engagements, organizations, page, pages, total } = await readEngagements(api, address);
  return {
    rows: engagements.map(engagementRow),
    ...{ page, pages, total, query },
    isFiltered: Object.keys(narrowed).length > 0,
    organizations: organizations.map(({ id, name }) => ({ value: String(id), label: orNotProvided(name) })),
    create: organizations.length > 0 ? engagementPaths.create(query.organization) : undefined,
    workbook: engagementPaths.listWorkbook(query),
  };
}

/** An engagement as it is stored. @throws NotFound, LoadFailure */
export async function getEngagement(api: UserApi, id: Id): Promise<Engagement> {
  try {
    return await api.engagements.get({ id });
  } catch (error) {
    throw await noEngagement(error);
  }
}

/** What a failure to read an engagement becomes. */
export async function noEngagement(error: unknown): Promise<unknown> {
  if (isUpstreamFault(error) && error.status === 404)
    return new NotFound({
      title: "There is no such engagement.",
      description: "A colleague may have deleted it.",
      next: { href: engagementPaths.list(), label: "See all engagements" },
    });
  return loadFor("organization", Promise.reject(error)).catch((failure: unknown) => failure);
}

/** @throws NotFound where there is no such engagement, or the upstream keeps none; LoadFailure */
export async function loadEngagement({ api }: UserContext, id: Id, search: URLSearchParams): Promise<EngagementPage> {
  await requireExtension("engagements");
  const engagement = await getEngagement(api, id);
  const { name, organization, members, plan, units, colleagues, candidates, state } = engagement;
  const isClosed = state === "closed";
  const may = mayChange(engagement);
  const isOpen = may && !isClosed;
  const query = readMembersAddress(search);
  const { tests: _tests, archived: _archived, order: _order, ...narrowed } = query;
  const { views, shown, serious, submitted } = await membersIn(engagement, query);
  const isApart = members.some(({ assessment }) => typeof assessment?.apart === "number");
  const find = (field: string) => (isOpen ? members.find((member) => String(member.id) === search.get(field)) : undefined);
  const [changing, out] = [find("member"), find("out")];
  const screen = (more: EngagementAddress = {}) => engagementPaths.screen(engagement.id, { ...query, ...more });
  return {
    ...{ id: engagement.id, name, plan, isClosed, state, version: engagement.versions?.engagement, query },
    organization: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    facts: factsOf(engagement),
    people: engagement.people.map((person) => `${colleagueName(person)} (${nameIn(ENGAGEMENT_PART_NAMES, person.part).toLowerCase()})`),
    members: views.map((view) =>
      isOpen && view.details
        ? { ...view, links: { change: engagementPaths.member(engagement.id, view.id, query), out: screen({ out: String(view.id) }) } }
        : view,
    ),
    isApart,
    counts: { all: members.length, serious: serious.length, hidden: members.filter(({ assessment }) => !assessment).length, submitted },
    isFiltered: Object.keys(narrowed).length > 0,
    responsible: colleagueOptions([
      ...new Map(members.flatMap(({ responsible }) => (responsible ? [[String(responsible.id), responsible]] : []))).values(),
    ]),
    names: namesOfCodes(shown.flatMap(({ assessment }) => (assessment && assessment.status !== "Completed" ? assessment : []))),
    notes: notesOf(plan, serious),
    mayChange: may,
    units: units.map((unit) => ({ value: unit, label: unit })),
    colleagues: colleagueOptions(colleagues),
    candidates: isOpen
      ? candidates.map((each) => ({
          value: String(each.id),
          label: [orNotProvided(each.name), each.assessmentType, each.selectedScope, `ID ${each.id}`].filter(Boolean).join(" · "),
        }))
      : [],
    changing: changing?.assessment
      ? { id: changing.id, name: orNotProvided(changing.name), texts: memberTexts(changing), base: memberBase(changing) }
      : undefined,
    removing: isOpen && search.get("remove") === "ask",
    takingOut: out?.assessment ? { id: out.id, name: orNotProvided(out.name), version: out.versions?.member } : undefined,
    links: {
      here: screen(),
      edit: engagementPaths.edit(engagement.id),
      remove: screen({ remove: "ask" }),
      list: engagementPaths.list(),
      createAssessment: paths.assessmentCreate(organization.id),
      several: severalPath(engagement.id),
      plan: planPaths.screen(engagement.id),
      profile: isApart ? undefined : profilePaths.screen(engagement.id),
      report: !isApart && members.every(({ assessment }) => assessment !== null) ? engagementReportPaths.screen(engagement.id) : undefined,
      workbook: engagementPaths.workbook(engagement.id, query),
      everything: screen({ tests: "1", archived: "1" }),
    },
  };
}

const isSerious = ({ assessment }: EngagementMember) => !assessment || (!assessment.isTestAssessment && !assessment.isArchived);

/** The members that an address asks for, in its order, and what all of them come to but tests and archived ones. */
export async function membersIn({ members }: Engagement, query: MembersAddress) {
  const rows = await Promise.all(members.map(async (member) => ({ member, view: await memberView(member) })));
  const serious = rows.filter(({ member }) => isSerious(member));
  const shown = rows.filter(
    ({ member: { unit, responsible, review, assessment }, view: { name, details } }) =>
      (query.tests !== undefined || !details?.isTest) &&
      (query.archived !== undefined || !details?.isArchived) &&
      (query.unit === undefined || unit === query.unit) &&
      (query.responsible === undefined || String(responsible?.id) === query.responsible) &&
      (query.show === undefined ||
        {
          late: details?.isLate === true,
          open: details?.isSubmitted === false,
          submitted: details?.isSubmitted === true,
          review: review !== null && (review.decision !== null || review.requests > 0 || review.openPoints > 0),
        }[query.show as MemberShow]) &&
      holdsWords(query.q, [name, unit, assessment?.selectedScope, assessment ? String(assessment.id) : null]),
  );
  const views = shown.map(({ view }) => view);
  const { compare } = new Intl.Collator("en-GB", { numeric: true });
  const ORDERS: Record<MemberOrder, (one: MemberView, other: MemberView) => number> = {
    day: (one, other) => compare(one.details?.day ?? "9999", other.details?.day ?? "9999"),
    name: (one, other) => compare(one.name, other.name),
  };
  return {
    views: query.order === undefined ? views : views.toSorted(ORDERS[query.order as MemberOrder]),
    shown: shown.map(({ member }) => member),
    serious,
    submitted: serious.filter(({ view }) => view.details?.isSubmitted).length,
  };
}

function factsOf(engagement: Engagement): EngagementPage["facts"] {
  const { sponsor, purpose, included, excluded, units } = engagement;
  const facts: [string, string][] = [
    ["State", stateName(engagement.state)],
    ["Days", daysInWords(engagement)],
    ["Sponsor", sponsor],
    ["Units", units.join(", ")],
    ["Purpose", purpose],
    ["What is in", included],
    ["What is not", excluded],
  ];
  return facts.filter(([, text]) => text !== "");
}

/** What is late and what waits. */
function notesOf(plan: Engagement["plan"], serious: Awaited<ReturnType<typeof membersIn>>["serious"]): string[] {
  const late = serious.filter(({ view }) => view.details?.isLate).length;
  const points = serious.reduce((sum, { member }) => sum + (member.review?.openPoints ?? 0), 0);
  const requests = serious.reduce((sum, { member }) => sum + (member.review?.requests ?? 0), 0);
  return [
    ...(late > 0 ? [`${counted(late, "assessment is", "assessments are")} late`] : []),
    ...(plan.late > 0 ? [`${counted(plan.late, "row of the plan is", "rows of the plan are")} late`] : []),
    ...(points > 0 ? [counted(points, "open review point")] : []),
    ...(requests > 0 ? [`${counted(requests, "request for a peer review waits", "requests for a peer review wait")}`] : []),
  ];
}

async function memberView({ id, unit, assessment, review, ...member }: EngagementMember): Promise<MemberView> {
  const name = orNotProvided(member.name);
  if (!assessment) return { id, name, unit, details: undefined, links: undefined };
  return {
    ...{ id, name: assessment.name === null ? name : titleOf(assessment), unit },
    details: await workDetails({ ...assessment, review: review ?? undefined }, member),
    links: undefined,
  };
}
