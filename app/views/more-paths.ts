/** The addresses of few screens. Those of `paths.ts` are part of the script of every screen (docs/rules/navigation-and-home.md#routes). */
import type { Id } from "#model/contract/common.ts";
import type { ActionsAddress, DifferencesAddress, EvidenceAddress } from "~/views/paths";

const segment = (id: Id) => encodeURIComponent(String(id));
const organization = (id: Id) => `/organizations/${segment(id)}`;
const assessment = (id: Id) => `/assessments/${segment(id)}`;
const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};

type Model = "P3M3" | "ITIL";

export const morePaths = {
  /** What the upstream stores about oneself, as JSON. */
  ownData: () => "/me/data.json",
  /** What the team is called where outsiders read it. */
  teamName: () => "/team/name",
  /** What the reports of the team begin with. */
  reportDefaults: () => "/team/report-defaults",
  /** @param digest of the picture, so that a browser keeps it until it changes */
  logo: (digest: string) => withQuery("/team/style/logo.png", { v: digest }),
  debug: () => "/debug",
  earlierAdd: (organizationId: Id, model: Model) => withQuery(`${organization(organizationId)}/earlier-scores/add`, { model }),
  earlierEdit: (organizationId: Id, earlierId: Id) => `${organization(organizationId)}/earlier-scores/${segment(earlierId)}/edit`,
  targetsEdit: (organizationId: Id, request: { model: Model; scope?: string | undefined }) =>
    withQuery(`${organization(organizationId)}/targets/edit`, request),
  /** @param before the number of the oldest request that was seen */
  requests: (before?: Id) => withQuery("/requests", { before: before === undefined ? undefined : String(before) }),
  importApply: (assessmentId: Id) => `${assessment(assessmentId)}/import/apply`,
  /** @param applied what was applied, sealed */
  importApplied: (assessmentId: Id, applied: string) => withQuery(`${assessment(assessmentId)}/import/applied`, { applied }),
  reportSave: (assessmentId: Id) => `${assessment(assessmentId)}/report/save`,
  /** Where people type the code of a mail that signs in. */
  signInCode: () => "/sign-in/code",
  signedOut: () => "/signed-out",
  demoMail: (id: Id) => `/demo/mails/${segment(id)}`,
  /** A new assessment that goes on from a completed one. */
  assessAgain: (organizationId: Id, assessmentId: Id) =>
    withQuery(`${organization(organizationId)}/assessment`, { again: String(assessmentId) }),
  /** Scores of assessments that were made elsewhere. @param remove asks whether to remove these */
  earlierScores: (organizationId: Id, { remove }: { remove?: Id } = {}) =>
    withQuery(`${organization(organizationId)}/earlier-scores`, { remove: remove === undefined ? undefined : String(remove) }),
  actionsWorkbook: (organizationId: Id, query: ActionsAddress = {}) => withQuery(`${organization(organizationId)}/actions.xlsx`, query),
  evidenceWorkbook: (assessmentId: Id, query: EvidenceAddress = {}) => withQuery(`${assessment(assessmentId)}/evidence.xlsx`, query),
  differencesWorkbook: (assessmentId: Id, query: DifferencesAddress = {}) =>
    withQuery(`${assessment(assessmentId)}/voices/differences.xlsx`, query),
  voicesAsk: (assessmentId: Id) => `${assessment(assessmentId)}/voices/ask`,
  voicesSettings: (assessmentId: Id) => `${assessment(assessmentId)}/voices/settings`,
} as const;
