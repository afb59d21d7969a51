/** Builds the addresses of the product. What only few screens link to is in modules of its own, as in `more-paths.ts` (docs/rules/navigation-and-home.md#routes). */
import type { Id } from "#model/contract/common.ts";

type Model = "P3M3" | "ITIL";
/** What the addresses of a model begin and end with; from home with a capital letter (docs/rules/navigation-and-home.md#row-actions). */
const MARKS: Record<Model, { begin: string; end: string; endFromHome: string }> = {
  P3M3: { begin: "", end: "", endFromHome: "" },
  ITIL: { begin: "/itil", end: "/itil", endFromHome: "/Itil" },
};

/** The model whose screen has an address of this kind. */
export const modelAt = ({ url }: { url: string }): Model =>
  /^\/itil\/|\/itil\/?(\.data)?$/i.test(new URL(url).pathname) ? "ITIL" : "P3M3";

const asQuery = (query: string) => (query === "" ? "" : `?${query}`);
const withField = (query: string, name: string, value: string | number | undefined) =>
  value === undefined ? query : `${query}${query === "" ? "" : "&"}${new URLSearchParams({ [name]: String(value) })}`;
const segment = (id: Id | string) => encodeURIComponent(String(id));
const assessment = (id: Id) => `/assessments/${segment(id)}`;
const fragment = (code: string | undefined) => (code === undefined ? "" : `#${segment(code)}`);

/** The kinds of image, by the ending of their files. */
export const IMAGE_FORMATS = ["jpg", "png", "svg"] as const;
/** The formats of images that a reader can choose in addition to JPEG. */
export const FURTHER_FORMATS = ["png", "svg"] as const;
export type FurtherFormat = (typeof FURTHER_FORMATS)[number];
/** The field of a result's address that says which. */
export const IMAGES_FIELD = "images";
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** The kinds of report for a client, by the ending of their files. */
export type ReportFormat = "docx" | "pptx";

/** The recommendation of the guided questions for a new assessment. It is part of the address until it is saved. */
export interface SuggestedSetUp {
  scope?: string | undefined;
  name?: string | undefined;
  practiceIds: readonly number[];
}

const suggestion = (suggested: SuggestedSetUp | undefined) => {
  const query = new URLSearchParams();
  if (suggested?.scope) query.set("scope", suggested.scope);
  if (suggested?.name) query.set("name", suggested.name);
  if (suggested && suggested.practiceIds.length > 0) query.set("practices", suggested.practiceIds.join("-"));
  return query.size > 0 ? `?${query}` : "";
};

/** What the address of a dashboard asks for: the open organization, tab, searches, pages and confirmations. */
export interface DashboardAddress {
  /** The open organization; an empty text for none, even if one is remembered. */
  organizationId?: Id | undefined;
  tab?: string | undefined;
  /** Searches the organizations. */
  search?: string | undefined;
  page?: number | undefined;
  /** Searches the assessments of the open organization. */
  find?: string | undefined;
  /** The page of each model's table. */
  tablePages?: Partial<Record<Model, number>> | undefined;
  /** An assessment that another user turned out to have locked. */
  locked?: Id | undefined;
  /** Any text: asks whether the locked row is free by now. */
  retry?: string | undefined;
  /** The dialog to open. */
  confirm?: { question: "certify" | "endorse"; assessmentId: Id } | undefined;
  /** Any text that the last address did not have. Without it a link that differs by its fragment alone would load nothing. */
  again?: string | undefined;
}

/** What the address of a history asks for: which entries, and what is to be put back: an entry, or a sitting from its first entry to its last. */
export type HistoryAddress = Partial<
  Record<"from" | "to" | "by" | "kind" | "place" | "zone" | "moment" | "before" | "after" | "back" | "since" | "whole", string>
>;

/** What the address of a register of evidence asks for: which entries, and which page of them. */
export type EvidenceAddress = Partial<Record<"kind" | "place" | "who" | "show" | "q" | "page", string>>;

/** What the address of a register of actions asks for: which of them, in which order, which page. */
export type ActionsAddress = Partial<Record<"state" | "owner" | "overdue" | "assessmentId" | "q" | "order" | "page", string>>;

/** What a new action begins with: the assessment, its places (commas between them), and the finding. `from` is the screen to return to. */
export type NewActionAddress = Partial<Record<"assessmentId" | "places" | "of" | "from", string>>;

/** What the address of an assessment's voices names: which of them, which page, and the question to show. */
export type VoicesAddress = Partial<Record<"state" | "role" | "q" | "page" | "confirm" | "voice", string>>;

/** What the address of the differences among voices asks for. */
export type DifferencesAddress = Partial<Record<"show" | "role" | "place" | "statement" | "page", string>>;

/** What the address of the people of a team asks for: which of them, which page, and the invitation that is about to be taken back. */
export type PeopleAddress = Partial<Record<"q" | "permission" | "model" | "state" | "page" | "back" | "all", string>>;

const queryOf = (request: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(request).filter((field): field is [string, string] => Boolean(field[1]))).toString();

/** The tab that is shown when an address names none. */
export const FIRST_TAB = "active";

/** The names of the query's fields, for the forms that send them. */
export const DASHBOARD_FIELDS = { organization: "organization", tab: "tab", search: "search", find: "find", again: "again" } as const;

function dashboard(path: string, place: DashboardAddress): string {
  const fields: [string, Id | undefined][] = [
    [DASHBOARD_FIELDS.organization, place.organizationId],
    [DASHBOARD_FIELDS.tab, place.tab === FIRST_TAB ? undefined : place.tab],
    [DASHBOARD_FIELDS.search, place.search || undefined],
    ["page", page(place.page)],
    [DASHBOARD_FIELDS.find, place.find || undefined],
    ["p3m3", page(place.tablePages?.P3M3)],
    ["itil", page(place.tablePages?.ITIL)],
    ["locked", place.locked],
    ["retry", place.retry],
    ["confirm", place.confirm?.question],
    ["assessment", place.confirm?.assessmentId],
    [DASHBOARD_FIELDS.again, place.again],
  ];
  const query = new URLSearchParams(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The field that asks for nothing but what is below its target (docs/rules/targets.md#reached-or-not). */
export const BELOW_TARGET = { name: "target", value: "below" } as const;

/** The field that names the assessment to compare with. */
export const COMPARE_WITH = "with";

/** The id of an organization's panel in the page. */
export const panelId = (organizationId: Id) => `organization-${segment(organizationId)}`;
/** The id of an assessment's row in the page. */
export const rowId = (assessmentId: Id) => `assessment-${segment(assessmentId)}`;

/** The fragment that scrolls a dashboard to what its address is about: the row that turned out to be locked, else the open panel. */
export function fragmentOf({ organizationId, locked }: DashboardAddress): string {
  if (locked !== undefined) return `#${rowId(locked)}`;
  return organizationId ? `#${panelId(organizationId)}` : "";
}

const page = (number: number | undefined) => (number === undefined || number <= 1 ? undefined : number);

export const paths = {
  home: (place: DashboardAddress = {}) => dashboard("/", place),
  /** The way home from every other screen: it scrolls to the organization or the row (docs/rules/navigation-and-home.md#the-way-home). */
  homeAt: (place: DashboardAddress = {}) => `${dashboard("/", place)}${fragmentOf(place)}`,
  /** Where the forms of the home screen are sent, so that they return to this place. */
  homeAction: (place: DashboardAddress = {}) => `/?index${dashboard("", place).replace("?", "&")}`,
  redirect: () => "/redirect",
  demo: () => "/demo",
  /** Where people ask for a mail that signs in. */
  signIn: () => "/sign-in",
  signOut: () => "/sign-out",
  session: () => "/session",
  /** The devices that one is signed in on. */
  sessions: ({ confirm }: { confirm?: "everywhere" } = {}) => `/sessions${confirm ? `?${new URLSearchParams({ confirm })}` : ""}`,
  /** One's own account. @param confirm the question to show: about leaving the team, or about an invitation */
  me: (query: { confirm?: "leave" | "accept" | "decline"; invitation?: Id } = {}) =>
    `/me${asQuery(queryOf({ confirm: query.confirm, invitation: query.invitation === undefined ? undefined : String(query.invitation) }))}`,
  /** The people of the team. */
  people: (query: PeopleAddress = {}) => `/people${asQuery(queryOf(query))}`,
  person: (personId: Id, { confirm }: { confirm?: "suspend" | "remove" } = {}) =>
    `/people/${segment(personId)}${asQuery(queryOf({ confirm }))}`,
  /** The house style of the team. */
  style: () => "/team/style",
  organizationCreate: () => "/organization",
  /** `review` names the assessment whose review leads there, and to which it leads back. */
  organizationEdit: (organizationId: Id, { review }: { review?: Id } = {}) =>
    `/organization/${segment(organizationId)}/edit${review === undefined ? "" : `?${new URLSearchParams({ review: String(review) })}`}`,
  assessmentCreate: (organizationId: Id, suggested?: SuggestedSetUp) =>
    `/organizations/${segment(organizationId)}/assessment${suggestion(suggested)}`,
  /** The scores that an organization wants to reach; of one model and scope alone. @param remove the code of a target, to ask about it */
  targets: (organizationId: Id, query: { model?: Model; scope?: string | undefined; remove?: string } = {}) =>
    `/organizations/${segment(organizationId)}/targets${asQuery(queryOf(query))}`,
  /** What was agreed after its assessments. */
  actions: (organizationId: Id, query: ActionsAddress = {}) =>
    `/organizations/${segment(organizationId)}/actions${asQuery(queryOf(query))}`,
  actionAdd: (organizationId: Id, begun: NewActionAddress = {}) =>
    `/organizations/${segment(organizationId)}/actions/add${asQuery(queryOf(begun))}`,
  /** @param from the screen to return to */
  action: (organizationId: Id, actionId: Id, { remove, from }: { remove?: "ask"; from?: string | undefined } = {}) =>
    `/organizations/${segment(organizationId)}/actions/${segment(actionId)}${asQuery(queryOf({ remove, from }))}`,
  scopeQuestions: () => "/questionItil/",
  allAssessments: (place: DashboardAddress = {}) => dashboard("/readonlyassessments", place),
  step: (step: "profile" | "scope" | "review", assessmentId: Id, model: Model, suggested?: SuggestedSetUp) =>
    `${assessment(assessmentId)}/${step}${MARKS[model].end}${suggestion(suggested)}`,
  /** The profile as home links it. */
  profileFromHome: (assessmentId: Id, model: Model) => `${assessment(assessmentId)}/profile${MARKS[model].endFromHome}`,
  questions: (assessmentId: Id, perspectiveCode: string, threadCode: string) =>
    `${assessment(assessmentId)}/questions/${segment(perspectiveCode)}/${segment(threadCode)}`,
  questionsSave: (assessmentId: Id, perspectiveCode: string, threadCode: string) =>
    `${assessment(assessmentId)}/questions/${segment(perspectiveCode)}/${segment(threadCode)}/save`,
  practiceQuestions: (assessmentId: Id, practiceCode: string) => `/itil${assessment(assessmentId)}/questions/${segment(practiceCode)}/`,
  practiceQuestionsSave: (assessmentId: Id, practiceCode: string) =>
    `/itil${assessment(assessmentId)}/questions/${segment(practiceCode)}/save`,
  /** The grid of a perspective. @param threadCode of the row to begin in */
  grid: (assessmentId: Id, perspectiveCode: string, threadCode?: string) =>
    `${assessment(assessmentId)}/grid/${segment(perspectiveCode)}${fragment(threadCode)}`,
  /** The grid of a group of practices. @param practiceCode of the row to begin in */
  practiceGrid: (assessmentId: Id, group: string, practiceCode?: string) =>
    `/itil${assessment(assessmentId)}/grid/${segment(group)}${fragment(practiceCode)}`,
  summary: (assessmentId: Id, model: Model) => `${MARKS[model].begin}${assessment(assessmentId)}/summary`,
  /** The search in all statements and notes of an assessment. */
  search: (assessmentId: Id, model: Model) => `${MARKS[model].begin}${assessment(assessmentId)}/search`,
  /** The summary with one practice's score explained. */
  explained: (assessmentId: Id, practiceCode: string) =>
    `/itil${assessment(assessmentId)}/summary?${new URLSearchParams({ explain: practiceCode })}`,
  /** @param query of the result screen, e.g. `benchmark=off` */
  result: (assessmentId: Id, model: Model, query = "") => `${assessment(assessmentId)}/result${MARKS[model].end}${asQuery(query)}`,
  /** The estimate of a result with some levels raised. @param query what is ticked, and how far it rises */
  whatIf: (assessmentId: Id, query = "") => `${assessment(assessmentId)}/result/what-if${asQuery(query)}`,
  /** Where a corrected edition of a completed assessment is made. */
  edition: (assessmentId: Id) => `${assessment(assessmentId)}/edition`,
  history: (assessmentId: Id, query: HistoryAddress = {}) => `${assessment(assessmentId)}/history${asQuery(queryOf(query))}`,
  /** The workbook of answers. */
  answersWorkbook: (assessmentId: Id) => `${assessment(assessmentId)}/answers.xlsx`,
  /** Where a workbook of answers comes back. */
  importAnswers: (assessmentId: Id) => `${assessment(assessmentId)}/import`,
  /** The register of evidence. */
  evidence: (assessmentId: Id, query: EvidenceAddress = {}) => `${assessment(assessmentId)}/evidence${asQuery(queryOf(query))}`,
  /** Several entries at once. @param place what is ticked at first */
  evidenceAdd: (assessmentId: Id, place?: string) => `${assessment(assessmentId)}/evidence/add${asQuery(queryOf({ place }))}`,
  evidenceSave: (assessmentId: Id) => `${assessment(assessmentId)}/evidence/save`,
  /** The voices of an assessment. */
  voices: (assessmentId: Id, query: VoicesAddress = {}) => `${assessment(assessmentId)}/voices${asQuery(queryOf(query))}`,
  voice: (assessmentId: Id, voiceId: Id, { confirm }: { confirm?: "take-back" | "renew" | "close" } = {}) =>
    `${assessment(assessmentId)}/voices/${segment(voiceId)}${asQuery(queryOf({ confirm }))}`,
  /** Where views differ: the agenda of the next interview. */
  differences: (assessmentId: Id, query: DifferencesAddress = {}) =>
    `${assessment(assessmentId)}/voices/differences${asQuery(queryOf(query))}`,
  /** The personal link of a voice. */
  voiceEntry: (token: string) => `/voice/${segment(token)}`,
  /** The sheet of a voice. @param sheet its id, which opens nothing */
  voiceSheet: (sheet: string) => `/voice/sheet/${segment(sheet)}`,
  /** A page of it. @param place such as `thread/2/7` */
  voicePage: (sheet: string, place: string) => `/voice/sheet/${segment(sheet)}/${place}`,
  continue: (assessmentId: Id) => `${assessment(assessmentId)}/continue`,
  /** The questions, or the grid, where one was or goes on. */
  firstToAnswer: (assessmentId: Id) => `${assessment(assessmentId)}/questions`,
  firstGrid: (assessmentId: Id) => `${assessment(assessmentId)}/grid`,
  choices: () => "/choices",
  workbook: (assessmentId: Id, query = "") => `${assessment(assessmentId)}/result.xlsx${asQuery(query)}`,
  /** @param part of a long table that is split over several images, from 1; without one, the image shows it whole */
  resultImage: (assessmentId: Id, exhibit: string, query = "", { format = "jpg", part }: { format?: ImageFormat; part?: number } = {}) =>
    `${assessment(assessmentId)}/result/images/${segment(exhibit)}.${format}${asQuery(withField(query, "part", part))}`,
  /** All images of a result in one archive. */
  resultImages: (assessmentId: Id, query = "", format: ImageFormat = "jpg") =>
    `${assessment(assessmentId)}/result/images.zip${asQuery(withField(query, "format", format === "jpg" ? undefined : format))}`,
  /** What moved since an earlier assessment. */
  comparison: (assessmentId: Id) => `${assessment(assessmentId)}/comparison`,
  /** The report for a client. @param query of the result screen; `part` scrolls to a text */
  report: (assessmentId: Id, query = "", part?: string) => `${assessment(assessmentId)}/report${asQuery(query)}${fragment(part)}`,
  /** The report for a client as a file. @param query sections, audience, and what shapes the result */
  reportFile: (assessmentId: Id, format: ReportFormat, query = "") => `${assessment(assessmentId)}/report.${format}${asQuery(query)}`,
  /** Questions or summary to be read while somebody else edits; it leads to the first that is not answered. */
  view: (assessmentId: Id) => `${assessment(assessmentId)}/view`,
  lock: (assessmentId: Id, act: "open" | "release" | "wish" | "answer") => `${assessment(assessmentId)}/lock/${act}`,
} as const;

/** Some of these addresses, each changed in the same way. */
export function changed<Name extends keyof typeof paths>(change: (path: string) => string, ...names: Name[]) {
  const changedPath =
    (name: Name) =>
    (...place: never[]) =>
      change((paths[name] as (...of: never[]) => string)(...place));
  return Object.fromEntries(names.map((name) => [name, changedPath(name)])) as unknown as Pick<typeof paths, Name>;
}

/** The addresses of a result, or of the draft of one. */
export type ResultPaths = Pick<typeof paths, "result" | "workbook" | "resultImage" | "resultImages" | "whatIf" | "report" | "reportFile">;

const asDraft = (path: string) => path.replace(/(\/assessments\/[^/]+)\/result/, "$1/draft");
const ofDraft = (path: string) => path.replace(/(\/assessments\/[^/]+)\/report/, "$1/draft/report");

const DRAFT: ResultPaths = {
  ...changed(asDraft, "result", "workbook", "resultImage", "resultImages", "whatIf"),
  ...changed(ofDraft, "report", "reportFile"),
};

/** Where a result and its files are: of an assessment in progress, those of its draft. */
export const resultPaths = (isDraft: boolean): ResultPaths => (isDraft ? DRAFT : paths);

/** Whether an address is one of a draft or of its files (docs/rules/results-and-files.md#drafts). */
export const isDraftAt = ({ url }: { url: string }) => /^\/assessments\/[^/]+\/draft([./]|$)/i.test(new URL(url).pathname);

/** The addresses of the screens on which an assessment is answered, or of the same screens when they are only viewed. */
export type AnsweringPaths = Pick<
  typeof paths,
  | ("questions" | "practiceQuestions" | "questionsSave" | "practiceQuestionsSave" | "grid" | "practiceGrid")
  | ("firstToAnswer" | "summary" | "explained" | "search")
>;

const VIEWED = /^(\/itil)?\/assessments\/[^/]+\/view(\/|\.data$|$)/i;

/** Whether an address is one of those where an assessment is only viewed (docs/rules/locks-and-saving.md#viewing). */
export const isViewed = ({ url }: { url: string }) => VIEWED.test(new URL(url).pathname);

/** Whether a path belongs to the sheets of voices, whose readers sign in nowhere (docs/rules/voices.md#the-sheet). */
export const isOfSheet = (path: string) => /^\/voice(?:[/.?]|$)/i.test(path);

/** Whether the screen with a path can be viewed at an address of its own. */
export const isViewable = (path: string) => /\/assessments\/[^/]+\/(questions|summary)(\/|\.data$|$)/i.test(path);

/** The screen that an address without an item asks for: questions or grid; undefined for `Continue` and its like. */
export const screenToOpen = ({ url }: { url: string }) =>
  /\/(questions|grid)(\.data)?$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() as "questions" | "grid" | undefined;

/** The same screen where it is only viewed. */
export const viewedAt = (path: string) => path.replace(/(\/assessments\/[^/]+)/, "$1/view");

const VIEW: AnsweringPaths = {
  ...paths,
  ...changed(viewedAt, "questions", "practiceQuestions", "firstToAnswer", "summary", "explained", "search"),
};

/** The addresses of a screen's own kind: those to edit, or those to view. */
export const answeringPaths = (viewed: boolean): AnsweringPaths => (viewed ? VIEW : paths);

/** The id of the assessment in a path, if there is one. Log-out releases its lock (docs/rules/sign-in-and-session.md#log-out). */
export function assessmentInPath(path: string): string | undefined {
  const match = /(?:^|\/)assessments\/([^/?#]+)/i.exec(path);
  try {
    return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
  } catch {
    // Nothing has an address that cannot be decoded.
    return undefined;
  }
}

/** Path and query of a target on this site; undefined for anything that would lead elsewhere. */
export function sameSitePath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith("/") || !URL.canParse(target, "http://here.invalid")) return undefined;
  const url = new URL(target, "http://here.invalid");
  // Normalised, "/a/..//elsewhere" begins with two slashes, which would name another site.
  return url.host === "here.invalid" && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : undefined;
}

/** The screen of an assessment that an address says somebody comes from; undefined for anything else. */
export function cameFrom(query: URLSearchParams): string | undefined {
  const path = sameSitePath(query.get("from"));
  return path && assessmentInPath(path.replace(/\?.*/, "")) !== undefined ? path : undefined;
}

/** Checks an address from outside before it becomes a link or a redirect: on this site or http(s); undefined for any other. */
export function addressToFollow(target: string | null | undefined): string | undefined {
  const own = sameSitePath(target);
  if (own !== undefined || !target || !/^https?:\/\//i.test(target) || !URL.canParse(target)) return own;
  return new URL(target).href;
}
