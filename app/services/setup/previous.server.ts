/** Assessing again, in the set-up: the assessment before, and what a new one takes from it (docs/rules/assess-again.md#setting-up). */
import { mayComeBefore } from "#model/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import { latestEditions, standsAt } from "#model/editions.ts";
import { ROWS_MAX, type Tab } from "#model/home-lists.ts";
import { textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { setUpOf } from "~/services/setup/models.server";
import { hasScope, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { monthOf } from "~/views/dates";
import { AGAIN_FIELD, type BeforeChoice, type Fact, PREVIOUS_FIELD } from "~/views/setup";

const ID_MAX = 200;

/** The name of an assessment, with its edition, and with the month in which its first edition was completed. */
const nameWithMonth = (assessment: Assessment): string =>
  [titleOf(assessment), ...(standsAt(assessment) ? [monthOf(standsAt(assessment))] : [])].join(", ");

/** What may come before an assessment, the newest first, at most so many as a list gives at once: none where they cannot be read, undefined where the upstream lacks the extension. */
export type Candidates = readonly Assessment[] | undefined;

/**
 * The assessments that may come before one of an organization.
 * @param assessment the one that is set up; undefined for a new one
 * @param chosen one that has to be among them, however old it is
 */
export async function findCandidates(
  context: UserContext,
  organizationId: Id | undefined,
  assessment: Assessment | undefined,
  chosen: Id | null | undefined = assessment?.previousId,
): Promise<Candidates> {
  if (organizationId === undefined || !(await hasExtension("again"))) return undefined;
  const read = (tab: Tab) => {
    const open = chosen === null || chosen === undefined ? undefined : String(chosen).slice(0, ID_MAX);
    return context.api.organizations.assessments.list({ id: organizationId, tab, size: ROWS_MAX, open }).catch(ignoreFault);
  };
  const ended = await read("completed");
  // An upstream that knows no pages has given all of them.
  const old = ended && !ended.shown ? ended : await read("archive");
  const models: readonly Role[] = assessment ? [assessment.assessmentType] : await modelsOf(context);
  return models.flatMap((assessmentType) => {
    const { completed = [] } = ended?.[assessmentType] ?? {};
    const { archived = [] } = old?.[assessmentType] ?? {};
    const fitting = [...completed, ...archived].filter((each) => mayComeBefore(each, assessment ?? { assessmentType }));
    const latest = latestEditions(fitting);
    // One that was chosen stays to be chosen when it has been corrected since.
    const replaced = fitting.filter((each) => String(each.id) === String(assessment?.previousId) && !latest.includes(each));
    return [...latest, ...replaced];
  });
}

const findIn = (candidates: Candidates, id: Id | null | undefined) => candidates?.find((each) => String(each.id) === String(id));

/**
 * The choice of the assessment before; undefined where there is none to choose from. A new assessment begins with the one that its
 * address asks for.
 */
export async function beforeChoice(
  api: UserApi,
  candidates: Candidates,
  assessment: Assessment | undefined,
  request: { url: string },
): Promise<{ choice: BeforeChoice; taken: Assessment | undefined } | undefined> {
  const id = assessment ? undefined : new URL(request.url).searchParams.get(AGAIN_FIELD);
  if (!candidates || (candidates.length === 0 && !id)) return undefined;
  const taken = id ? findIn(candidates, id) : undefined;
  const models = new Set(candidates.map(({ assessmentType }) => assessmentType));
  const label = (each: Assessment) => (models.size > 1 ? `${each.assessmentType}: ${nameWithMonth(each)}` : nameWithMonth(each));
  const options = candidates.map((each) => ({ value: String(each.id), label: label(each) }));
  const chosen = String(taken?.id ?? findIn(candidates, assessment?.previousId)?.id ?? "");
  const notice = taken ? await noticeOf(api, taken) : id ? UNUSABLE : undefined;
  return { choice: { options, chosen, notice }, taken };
}

const UNUSABLE = {
  title: "This assessment cannot be assessed again here.",
  text: "It is not completed, belongs to another organization, is of a model that you do not work with, is replaced by a corrected edition, or cannot be read now. The form is empty.",
};

/** What a new assessment takes from the one before, and what it cannot go on with. */
async function noticeOf(api: UserApi, taken: Assessment): Promise<{ title: string; text: string }> {
  const fit = await api.assessments.fit({ id: taken.id }).catch(ignoreFault);
  const gone = fit?.gone.length ? `${listed(fit.gone)} ${fit.gone.length === 1 ? "is" : "are"} no longer part of the content. ` : "";
  const pack = fit?.otherPack ? "The content is that of another pack now, so no answers are proposed. " : "";
  return {
    title: `Name and scope are those of ${nameWithMonth(taken)}.`,
    text: `${gone}${pack}${setUpOf(taken).scopeParts} follow in the next step. Certification, validation, the mark “test” and consent are not taken over. Nothing has been created yet.`,
  };
}

/**
 * Reads the assessment before from a posted form.
 * @returns the field to send; nothing where the form did not ask; or what is wrong
 */
export function readBefore(
  candidates: Candidates,
  form: FormData,
  assessmentType: Role,
): { previousId?: Id | null; problem?: undefined } | { problem: string } {
  const posted = form.get(PREVIOUS_FIELD);
  if (!candidates || posted === null) return {};
  if (posted === "") return { previousId: null };
  const chosen = findIn(candidates, String(posted));
  // Where the list cannot be read now, the upstream decides.
  if (!chosen) return candidates.length === 0 ? { previousId: String(posted) } : { problem: textMessages.oneOf };
  if (chosen.assessmentType === assessmentType) return { previousId: chosen.id };
  return { problem: "Choose an assessment of the model that you chose above." };
}

/** The assessment before as a fact of the profile. */
export function beforeFacts({ previousId }: Assessment, candidates: Candidates): Fact[] {
  if (!candidates || previousId === undefined) return [];
  const before = findIn(candidates, previousId);
  return [["Assessment before", before ? nameWithMonth(before) : previousId === null ? "None" : `Number ${previousId}`]];
}

/** The assessment from which the scope step is filled in: the one before, if it can be read, as long as no scope is saved. */
export async function findScopeSource(api: UserApi, assessment: Assessment): Promise<Assessment | undefined> {
  const { previousId } = assessment;
  if (previousId === undefined || previousId === null || hasScope(assessment) || !(await hasExtension("again"))) return undefined;
  return api.assessments.get({ id: previousId }).catch(ignoreFault);
}

/** What the scope step says about what it was filled in from. */
export const scopeNotice = (source: Assessment): string => `${setUpOf(source).scopeParts} are those of ${nameWithMonth(source)}.`;
