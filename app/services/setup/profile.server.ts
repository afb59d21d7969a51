/** The profile step: what it shows, and how it is saved (docs/rules/setup-and-scope.md#profile). */

import { randomUUID } from "node:crypto";
import type { Assessment, AssessmentForm } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { setUpOf } from "~/services/setup/models.server";
import { beforeChoice, beforeFacts, type Candidates, findCandidates, readBefore } from "~/services/setup/previous.server";
import { profileChanges, profileChoices, profileFacts, profileSchema, readSuggestion } from "~/services/setup/profile-form.server";
import { openForSaving, openStep, saveStep, versionOf } from "~/services/setup/wizard.server";
import { createAssessment, getAssessment, updateAssessment } from "~/services/upstream/assessments.server";
import { joinEngagement, listJoinable } from "~/services/upstream/engagements.server";
import { listEndingRatings } from "~/services/upstream/open-ratings.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { defaultsOf, type Option } from "~/views/form-fields";
import { paths } from "~/views/paths";
import {
  AGAIN_FIELD,
  ENGAGEMENT_FIELD,
  type Fact,
  PREVIOUS_FIELD,
  PROFILE_FORM,
  type ProfileConsequence,
  type ProfileReply,
} from "~/views/setup";
import type { Reply } from "~/views/shell";

/** An assessment in edit mode, an organization in create mode. */
interface ProfileAddress {
  assessmentId?: string | undefined;
  organizationId?: string | undefined;
}

/**
 * What the step shows: a new assessment of an organization, or a stored one, whose lock is taken if it may be changed
 * (docs/rules/setup-and-scope.md#steps).
 * @throws LoadFailure; Redirect as `openStep`
 */
export async function loadProfile(context: UserContext, request: Request, { assessmentId, organizationId }: ProfileAddress) {
  const roles = await modelsOf(context);
  const opened = assessmentId === undefined ? undefined : await openStep(context, request, assessmentId, "profile");
  const assessment = opened?.assessment;
  const again = assessment ? assessment.previousId : new URL(request.url).searchParams.get(AGAIN_FIELD);
  const candidates = await findCandidates(context, assessment?.organization?.id ?? organizationId, assessment, again);
  const before = await beforeChoice(context.api, candidates, assessment, request);
  const { taken } = before ?? {};
  const suggested = assessment ? undefined : readSuggestion(request, roles);
  return {
    choices: profileChoices(roles, assessment),
    engagements: assessment ? [] : engagementOptions(await listJoinable(context.api, organizationId ?? "")),
    before: before?.choice,
    suggested: taken ? { model: taken.assessmentType, name: taken.name ?? undefined, scope: taken.selectedScope ?? undefined } : suggested,
    formId: assessment ? undefined : randomUUID(),
    stored: assessment && { id: assessment.id, ...defaultsOf(PROFILE_FORM, assessment) },
    base: assessment && versionOf(versionedFacts(assessment)),
    readOnly: opened?.readOnly,
    pageId: opened?.pageId,
    keeping: opened?.keeping,
  };
}

/** The facts that the form shows of an assessment, the one before included. */
const factsWith = (candidates: Candidates, assessment: Assessment) => [...profileFacts(assessment), ...beforeFacts(assessment, candidates)];

/** The facts of the version. They hold the number of the assessment before, which needs no list. */
const versionedFacts = (assessment: Assessment) => factsWith([], assessment);

/** What saving a profile would change of the saved scope, and which second ratings it would end; undefined where it does neither. @throws LoadFailure */
async function consequenceOf(api: UserApi, stored: Assessment, form: AssessmentForm): Promise<ProfileConsequence | undefined> {
  const scope = setUpOf(stored).scopeConsequence(stored, form);
  const isOther = scope !== undefined || (form.selectedScope !== "" && form.selectedScope !== stored.selectedScope);
  const ratings = isOther ? await loadFor("assessment", listEndingRatings(api, stored)) : [];
  if (ratings.length === 0) return scope && { ...scope, ratings };
  const { reasons, facts } = scope ?? { reasons: [], facts: [] };
  return { reasons, facts, ratings, key: versionOf([...facts, ...ratings.map((rating): Fact => ["Ends", rating])]) };
}

const engagementOptions = (engagements: Awaited<ReturnType<typeof listJoinable>>): Option[] =>
  engagements.map(({ id, name, state }) => ({ value: String(id), label: state === "planned" ? `${name} (planned)` : name }));

const NOT_JOINABLE = "This engagement is closed, delivered or full by now, or was deleted. Choose another one, or none.";

/** The engagement that a posted form names: undefined for none, null for one that no assessment can join now. */
async function engagementIn(context: UserContext, form: FormData, { organizationId = "" }: ProfileAddress) {
  const posted = form.get(ENGAGEMENT_FIELD);
  if (posted === null || posted === "") return undefined;
  return (await listJoinable(context.api, organizationId)).find(({ id }) => String(id) === posted) ?? null;
}

/** Makes a new assessment a member. It stays whatever comes of that; a message says so. @throws SessionOver */
async function join(context: UserContext, { id, name }: { id: Id; name: string }, assessmentId: Id): Promise<void> {
  try {
    await joinEngagement(context.api, id, assessmentId);
    context.flash.leave({ kind: "success", title: `The assessment was created in the engagement ‘${name}’.` });
  } catch (error) {
    const { messages, errors } = failedForm(context.requestId, "member", error, "Something went wrong.");
    const reasons = Object.values(errors).flat();
    context.flash.leave({
      kind: "error",
      title: `The assessment was created, but it is not in the engagement ‘${name}’.`,
      text: `${[...(reasons.length > 0 ? reasons : messages)].join(" ")} It stays; add it on the screen of the engagement.`,
    });
  }
}

const rejected = (reply: Omit<ProfileReply, "id">, status: number): Reply<ProfileReply> => [{ id: randomUUID(), ...reply }, { status }];

/**
 * Saves a posted profile (docs/rules/setup-and-scope.md#profile).
 * @returns the reply to a form that was not saved
 * @throws Redirect once it is saved: for the scope step, or home; LoadFailure, SessionOver
 */
export async function saveProfile(context: UserContext, request: Request, address: ProfileAddress): Promise<Reply<ProfileReply>> {
  const roles = await modelsOf(context);
  const form = await readForm(request);
  // The pressed button says where saving leads. The button that confirms a change of the scope keeps the earlier choice.
  const then = String(form.get("then") ?? form.get("askedThen") ?? "");
  const exits = then === "exit";
  context.unsavedForm.keep(form);
  const assessment = address.assessmentId === undefined ? undefined : await openForSaving(context, form, address.assessmentId);
  // An ITIL assessment that has no scope yet can be saved and left without choosing one.
  const scopeIsOptional = exits && assessment?.selectedScope === null && setUpOf(assessment).scopeMayBeOpen;
  const submission = readSubmission(form, profileSchema(profileChoices(roles, assessment), { scopeIsOptional, stored: assessment }));
  if (submission.status !== "success") {
    const { selectedScope: scopeErrors, ...error } = submission.error ?? {};
    const wasHidden = form.get("shown") === "" && form.get("assessmentType") !== "" && !form.has("selectedScope");
    if (!wasHidden || !scopeErrors) return rejected({ result: submission.reply() }, 400);
    const isNothingElse = Object.keys(error).length === 0;
    return rejected({ result: { ...submission.reply(), error }, asksForScope: true }, isNothingElse ? 200 : 400);
  }
  const findFor = (stored: Assessment | undefined) =>
    findCandidates(
      context,
      stored?.organization?.id ?? address.organizationId,
      stored,
      form.get(PREVIOUS_FIELD)?.toString() || stored?.previousId,
    );
  const candidates = form.has(PREVIOUS_FIELD) ? await findFor(assessment) : undefined;
  const { problem, ...before } = readBefore(candidates, form, submission.value.assessmentType);
  if (problem) return rejected({ result: submission.reply({ fieldErrors: { [PREVIOUS_FIELD]: [problem] } }) }, 400);
  const joined = assessment ? undefined : await engagementIn(context, form, address);
  if (joined === null) return rejected({ result: submission.reply({ fieldErrors: { [ENGAGEMENT_FIELD]: [NOT_JOINABLE] } }) }, 400);
  const typed = { ...submission.value, ...before };
  const consequence = assessment && (await consequenceOf(context.api, assessment, typed));
  if (consequence && form.get("confirmed") !== consequence.key)
    return rejected({ result: submission.reply({ formErrors: [] }), consequence: { ...consequence, then } }, 400);
  let id = assessment?.id;
  try {
    if (assessment === undefined) {
      const organizationId = address.organizationId ?? "";
      id = await createAssessment(context.api, organizationId, typed, String(form.get("formId") ?? randomUUID()));
      context.lastOrganization.set(organizationId);
      if (joined) await join(context, joined, id);
    } else {
      const unsaved = await saveStep(context, form, assessment, versionedFacts, async (stored) =>
        updateAssessment(context.api, stored, await profileChanges(context.api, stored, typed)),
      );
      if (unsaved) {
        const now = await getAssessment(context.api, assessment.id);
        const shown = unsaved.why === "changed" ? { ...unsaved, stored: factsWith(await findFor(now), now) } : unsaved;
        return rejected({ result: submission.reply({ formErrors: [] }), unsaved: shown, base: versionOf(versionedFacts(now)) }, 409);
      }
    }
  } catch (error) {
    const alert = "Something went wrong, please try again...";
    const { status, errors, messages } = failedForm(context.requestId, "profile", error, alert);
    return rejected({ result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, status);
  }
  if (!exits) {
    const suggested = readSuggestion(request, [typed.assessmentType]);
    throw new Redirect(paths.step("scope", id ?? "", typed.assessmentType, suggested && { practiceIds: suggested.practiceIds }));
  }
  // What is said about the engagement is more.
  if (!joined) context.flash.leave({ kind: "success", title: "The assessment was saved." });
  const organizationId = address.organizationId ?? assessment?.organization?.id;
  throw new Redirect(paths.homeAt(organizationId === undefined ? undefined : { organizationId }));
}
