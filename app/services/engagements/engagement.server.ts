/** Engagements: the list, and one of them (docs/rules/engagements.md#the-screens). */
import { type Id, rowNumberIn } from "#model/contract/common.ts";
import type { Engagement, EngagementMember, Engagements } from "#model/contract/engagements.ts";
import { ENGAGEMENT_PART_NAMES, ENGAGEMENT_STATE_NAMES, ENGAGEMENT_STATES } from "#model/engagements.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { memberBase, memberTexts } from "~/services/engagements/form.server";
import { loadFor, NotFound } from "~/services/faults.server";
import { rowsOf } from "~/services/home/row-models.server";
import { namesOfCodes, progressOf, waysInto } from "~/services/home/rows.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { ifOffered, requireExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { reviewInWords } from "~/services/upstream/review-states.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { shortDate } from "~/views/dates";
import { planPaths } from "~/views/engagement-plan";
import { profilePaths } from "~/views/engagement-profile";
import { engagementReportPaths } from "~/views/engagement-report";
import {
  colleagueName,
  type EngagementPage,
  type EngagementsAddress,
  type EngagementsPage,
  engagementPaths,
  type MemberView,
} from "~/views/engagements";
import type { Option } from "~/views/form-fields";
import { orNotProvided } from "~/views/missing";
import { paths } from "~/views/paths";
import { reviewPaths } from "~/views/peer-review";

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

/** What the address of the list asks for; what makes no sense is left out. */
function readAddress(query: URLSearchParams): EngagementsAddress {
  const matching = (name: keyof EngagementsAddress, pattern: RegExp) => {
    const value = query.get(name)?.trim().slice(0, 20) ?? "";
    return pattern.test(value) ? value : undefined;
  };
  const address: Record<keyof EngagementsAddress, string | undefined> = {
    organization: idIn(query.get("organization") ?? ""),
    state: ENGAGEMENT_STATES.find((each) => each === query.get("state")),
    closed: matching("closed", /^1$/),
    page: matching("page", /^[1-9]\d{0,5}$/),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

/** A page of the list of engagements. @throws LoadFailure */
export const readEngagements = (api: UserApi, { organization, state, closed, page }: EngagementsAddress): Promise<Engagements> =>
  loadFor(
    "dashboard",
    api.engagements.list({
      ...(organization === undefined ? {} : { organization: Number(organization) }),
      ...(state === undefined ? {} : { state: ENGAGEMENT_STATES.find((each) => each === state) ?? "running" }),
      ...(closed === undefined ? {} : { closed: "1" as const }),
      page: Number(page ?? 1),
    }),
  );

/** @throws NotFound where the upstream keeps none; LoadFailure */
export async function loadEngagements({ api }: UserContext, search: URLSearchParams): Promise<EngagementsPage> {
  await requireExtension("engagements");
  const address = readAddress(search);
  const { page: _, ...query } = address;
  const { engagements, organizations, page, pages, total } = await readEngagements(api, address);
  const now = today();
  return {
    rows: engagements.map(({ id, name, organization, state, start, end, members, submitted, plan }) => ({
      ...{ id, name, members, submitted, plan, state: stateName(state), days: daysInWords({ start, end }) },
      isOver: end !== null && end < now && (state === "planned" || state === "running"),
      to: engagementPaths.screen(id),
      client: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    })),
    ...{ page, pages, total, query },
    isFiltered: Object.keys(query).length > 0,
    organizations: organizations.map(({ id, name }) => ({ value: String(id), label: orNotProvided(name) })),
    create: organizations.length > 0 ? engagementPaths.create(query.organization) : undefined,
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
export async function loadEngagement({ api }: UserContext, id: Id, query: URLSearchParams): Promise<EngagementPage> {
  await requireExtension("engagements");
  const engagement = await getEngagement(api, id);
  const { name, organization, members, plan, units, colleagues, candidates, state } = engagement;
  const isClosed = state === "closed";
  const may = mayChange(engagement);
  const isOpen = may && !isClosed;
  const reviews = await ifOffered("peer-review", "");
  const now = today();
  const views = members.map((member) => memberView(engagement.id, member, { isOpen, hasReviews: reviews !== undefined, now }));
  const find = (field: string) => (isOpen ? members.find((member) => String(member.id) === query.get(field)) : undefined);
  const [changing, out] = [find("member"), find("out")];
  return {
    ...{ id: engagement.id, name, plan, isClosed, state, version: engagement.versions?.engagement },
    organization: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    facts: factsOf(engagement),
    people: engagement.people.map((person) => `${colleagueName(person)} (${nameIn(ENGAGEMENT_PART_NAMES, person.part).toLowerCase()})`),
    members: views,
    names: namesOfCodes(members.flatMap(({ assessment }) => assessment ?? [])),
    notes: notesOf(engagement, views),
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
    removing: isOpen && query.get("remove") === "ask",
    takingOut: out?.assessment ? { id: out.id, name: orNotProvided(out.name), version: out.versions?.member } : undefined,
    links: {
      here: engagementPaths.screen(engagement.id),
      edit: engagementPaths.edit(engagement.id),
      remove: engagementPaths.screen(engagement.id, { remove: "ask" }),
      list: engagementPaths.list(),
      createAssessment: paths.assessmentCreate(organization.id),
      plan: planPaths.screen(engagement.id),
      profile: profilePaths.screen(engagement.id),
      report: members.every(({ assessment }) => assessment !== null) ? engagementReportPaths.screen(engagement.id) : undefined,
    },
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
function notesOf({ members, plan }: Engagement, views: readonly MemberView[]): string[] {
  const late = views.filter(({ details }) => details?.isLate).length;
  const points = members.reduce((sum, { review }) => sum + (review?.openPoints ?? 0), 0);
  const requests = members.reduce((sum, { review }) => sum + (review?.requests ?? 0), 0);
  return [
    ...(late > 0 ? [`${counted(late, "assessment is", "assessments are")} late`] : []),
    ...(plan.late > 0 ? [`${counted(plan.late, "row of the plan is", "rows of the plan are")} late`] : []),
    ...(points > 0 ? [counted(points, "open review point")] : []),
    ...(requests > 0 ? [`${counted(requests, "request for a peer review waits", "requests for a peer review wait")}`] : []),
  ];
}

interface Context {
  isOpen: boolean;
  hasReviews: boolean;
  now: string;
}

function memberView(engagementId: Id, member: EngagementMember, { isOpen, hasReviews, now }: Context): MemberView {
  const { id, unit, assessment, responsible, day, review } = member;
  const name = orNotProvided(member.name);
  if (!assessment) return { id, name, unit, details: undefined, links: undefined };
  const { lock } = assessment;
  const isSubmitted = assessment.status === "Completed";
  return {
    ...{ id, name: assessment.name === null ? name : titleOf(assessment), unit },
    details: {
      model: assessment.assessmentType,
      scope: assessment.selectedScope,
      ...waysInto(assessment),
      isTest: assessment.isTestAssessment,
      isArchived: assessment.isArchived,
      isSubmitted,
      progress: progressOf(assessment),
      outcome: isSubmitted ? rowsOf(assessment).outcome(assessment) : undefined,
      editor: lock ? { name: lock.holder.name, isReader: lock.mine, since: lock.since } : undefined,
      review: { words: reviewInWords(review), to: hasReviews ? reviewPaths.screen(assessment.id) : undefined },
      responsible: responsible ? colleagueName(responsible) : "",
      day,
      isLate: day !== null && day < now && !isSubmitted,
    },
    links: isOpen
      ? { change: engagementPaths.member(engagementId, id), out: engagementPaths.screen(engagementId, { out: String(id) }) }
      : undefined,
  };
}
