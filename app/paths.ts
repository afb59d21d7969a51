/** The only place that builds the product's URLs (specification A2, B2, C2). */
import type { Id } from "#model/contract/common.ts";

type Model = "P3M3" | "ITIL";
const variant = (model: Model) => (model === "ITIL" ? "/itil" : "");
const asQuery = (query: string) => (query === "" ? "" : `?${query}`);
const segment = (id: Id | string) => encodeURIComponent(String(id));

/** What the guided questions suggest for an assessment that is to be created; travels in the address until it is saved. */
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

export const paths = {
  home: (open?: { organizationId?: Id; tab?: string; locked?: Id }) => {
    const query = new URLSearchParams();
    if (open?.organizationId !== undefined) query.set("organization", String(open.organizationId));
    if (open?.tab) query.set("tab", open.tab);
    if (open?.locked !== undefined) query.set("locked", String(open.locked));
    return query.size > 0 ? `/?${query}` : "/";
  },
  redirect: () => "/redirect",
  demo: () => "/demo",
  signOut: () => "/sign-out",
  session: () => "/session",
  debug: () => "/debug",
  organizationCreate: () => "/organization",
  organizationEdit: (organizationId: Id) => `/organization/${segment(organizationId)}/edit`,
  assessmentCreate: (organizationId: Id, suggested?: SuggestedSetUp) =>
    `/organizations/${segment(organizationId)}/assessment${suggestion(suggested)}`,
  scopeQuestions: () => "/questionItil/",
  allAssessments: () => "/readonlyassessments",
  step: (step: "profile" | "scope" | "review", assessmentId: Id, model: Model, suggested?: SuggestedSetUp) =>
    `/assessments/${segment(assessmentId)}/${step}${variant(model)}${suggestion(suggested)}`,
  questions: (assessmentId: Id, perspectiveCode: string, threadCode: string) =>
    `/assessments/${segment(assessmentId)}/questions/${segment(perspectiveCode)}/${segment(threadCode)}`,
  questionsSave: (assessmentId: Id, perspectiveCode: string, threadCode: string) =>
    `/assessments/${segment(assessmentId)}/questions/${segment(perspectiveCode)}/${segment(threadCode)}/save`,
  practiceQuestions: (assessmentId: Id, practiceCode: string) =>
    `/itil/assessments/${segment(assessmentId)}/questions/${segment(practiceCode)}/`,
  practiceQuestionsSave: (assessmentId: Id, practiceCode: string) =>
    `/itil/assessments/${segment(assessmentId)}/questions/${segment(practiceCode)}/save`,
  summary: (assessmentId: Id, model: Model) => `${model === "ITIL" ? "/itil" : ""}/assessments/${segment(assessmentId)}/summary`,
  /** @param query of the result screen, e.g. `benchmark=off` */
  result: (assessmentId: Id, model: Model, query = "") => `/assessments/${segment(assessmentId)}/result${variant(model)}${asQuery(query)}`,
  continue: (assessmentId: Id) => `/assessments/${segment(assessmentId)}/continue`,
  workbook: (assessmentId: Id, query = "") => `/assessments/${segment(assessmentId)}/result.xlsx${asQuery(query)}`,
  resultImage: (assessmentId: Id, exhibit: string, query = "") =>
    `/assessments/${segment(assessmentId)}/result/images/${segment(exhibit)}.jpg${asQuery(query)}`,
  lock: (assessmentId: Id, act: "release" | "retry") => `/assessments/${segment(assessmentId)}/lock/${act}`,
} as const;

/** The assessment named in a path, if there is one; used to release its lock on log-out (specification A2). */
export function assessmentInPath(path: string): string | undefined {
  const match = /(?:^|\/)assessments\/([^/?#]+)/i.exec(path);
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}

/** A path on this site, or undefined for anything that would lead elsewhere. */
export function sameSitePath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith("/") || !URL.canParse(target, "http://here.invalid")) return undefined;
  const url = new URL(target, "http://here.invalid");
  return url.host === "here.invalid" ? `${url.pathname}${url.search}` : undefined;
}
