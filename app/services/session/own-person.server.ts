/** One's own name and address, and changing them (docs/rules/people.md#another-address). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { joiningMessages } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import { textMessages, textProblem, withoutInvisible } from "#model/text.ts";
import { config } from "~/services/config.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { toHomeSite } from "~/services/session/home-site.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";
import {
  type FormReply,
  joiningPaths,
  OWN_ADDRESS,
  OWN_ADDRESS_RULES,
  OWN_NAME,
  OWN_NAME_RULES,
  type OwnAddressPage,
  type UndoPage,
} from "~/views/joining";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

const line = (rule: Parameters<typeof textProblem>[1]) =>
  z
    .string()
    .optional()
    .transform((typed = "", { addIssue }) => {
      const text = withoutInvisible(onOneLine(typed)).trim();
      const message = textProblem(text, rule);
      if (message !== undefined) addIssue(message);
      return text;
    });

/** @throws NotFound where the upstream lets nobody change their own name; LoadFailure */
export async function loadOwnName({ api }: UserContext): Promise<{ firstName: string }> {
  await requireExtension("joining");
  const { firstName } = await loadFor("dashboard", api.joining.name.get());
  return { firstName: firstName ?? "" };
}

const nameSchema = z.object({ [OWN_NAME.firstName]: line(OWN_NAME_RULES.firstName ?? {}) });

/** Saves one's own name. @returns the form that was not stored @throws Redirect once it is; NotFound, SessionOver */
export async function saveOwnName(context: UserContext, request: Request): Promise<Reply<FormReply>> {
  await requireExtension("joining");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const submission = readSubmission(form, nameSchema);
  if (submission.status !== "success") return [{ id: randomUUID(), result: submission.reply() }, { status: 400 }];
  try {
    await context.api.joining.name.put({ body: { firstName: submission.value.firstName } });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "own name", error);
    const { firstName } = errors;
    return [
      { id: randomUUID(), result: submission.reply(firstName ? { fieldErrors: { firstName } } : { formErrors: messages }) },
      { status },
    ];
  }
  await context.session.renewUser();
  context.flash.leave({ kind: "success", title: "Your name was saved." });
  throw new Redirect(paths.me());
}

/** @throws NotFound where the upstream lets nobody change their own address; LoadFailure */
export async function loadOwnAddress({ api }: UserContext, query: URLSearchParams): Promise<OwnAddressPage> {
  await requireExtension("joining");
  const { fixed, pending, ...rest } = await loadFor("dashboard", api.joining.address.get());
  return {
    ...rest,
    fixed: fixed && (fixed === "internal" ? joiningMessages.internalAddress : joiningMessages.noMails),
    pending: query.has("again") ? undefined : pending,
  };
}

const addressSchema = z.object({ [OWN_ADDRESS.email]: line(OWN_ADDRESS_RULES.email ?? {}) });
const codeField = z.string(textMessages.required).trim().min(1, textMessages.required);
const codesSchema = (needsOldCode: boolean) =>
  z.object({ [OWN_ADDRESS.code]: codeField, [OWN_ADDRESS.oldCode]: needsOldCode ? codeField : z.string().optional() });

/** Does what one of the two forms asks for. @returns the form, where it did not come to its end @throws Redirect; NotFound, SessionOver */
export async function changeOwnAddress(context: UserContext, request: Request): Promise<Reply<FormReply>> {
  await requireExtension("joining");
  const form = await readForm(request);
  return form.get(OWN_ADDRESS.intent) === "codes" ? typeCodes(context, form) : askForCodes(context, form);
}

async function askForCodes(context: UserContext, form: FormData): Promise<Reply<FormReply>> {
  const id = randomUUID();
  const submission = readSubmission(form, addressSchema);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  try {
    await context.api.joining.address.ask({ body: { email: submission.value.email } });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "own address", error);
    const { email } = errors;
    return [{ id, result: submission.reply(email ? { fieldErrors: { email } } : { formErrors: messages }) }, { status }];
  }
  throw new Redirect(joiningPaths.ownAddress());
}

async function typeCodes(context: UserContext, form: FormData): Promise<Reply<FormReply>> {
  const id = randomUUID();
  const needsOldCode = form.has(OWN_ADDRESS.oldCode);
  const submission = readSubmission(form, codesSchema(needsOldCode));
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const { code, oldCode } = submission.value;
  let outcome: string;
  try {
    const body = { code, ...(oldCode === undefined ? {} : { oldCode }) };
    ({ outcome } = await context.api.joining.address.change({ body }));
  } catch (error) {
    const { status, messages } = failedForm(context.requestId, "own address", error);
    return [{ id, result: submission.reply({ formErrors: messages }) }, { status }];
  }
  if (outcome === "wrong") {
    const wrong = needsOldCode ? "One of the codes is not right." : "This code is not right.";
    return [
      { id, result: submission.reply({ fieldErrors: { code: [`${wrong} After five wrong attempts you need new ones.`] } }) },
      { status: 400 },
    ];
  }
  if (outcome === "over") {
    context.flash.leave({
      kind: "error",
      title: "These codes are over.",
      text: "They work for 15 minutes, and end after five wrong attempts. Please ask for new ones.",
    });
    throw new Redirect(joiningPaths.ownAddress("again"));
  }
  await context.session.renewUser();
  const address = shownAddress(context.session.current?.user.email ?? "");
  context.flash.leave({ kind: "success", title: `Your address is ${address} now.`, text: "Your other devices were signed out." });
  throw new Redirect(paths.me());
}

const isOver = (error: unknown): boolean => error instanceof UpstreamFault && (error.status === 401 || error.status === 422);

/** The change that the link of a mail to an old address undoes. It uses nothing up. @throws NotFound, UpstreamFault */
export async function lookAtUndo({ requestId }: RequestContext, token: string): Promise<UndoPage> {
  await requireExtension("joining");
  const call = await upstream();
  const answer = await call(CONTRACT.joining.address.look, { body: { token } }, { requestId }).catch((error: unknown) => {
    if (isOver(error)) return undefined;
    throw error;
  });
  const data = answer?.data;
  return {
    offer: data && { email: shownAddress(data.email), newEmail: shownAddress(data.newEmail), until: data.until },
    homeSite: config().homeSiteUrl,
  };
}

/** The page's button. @returns once the link does not serve @throws Redirect once it is undone; NotFound, UpstreamFault */
export async function undoChange({ session, requestId }: RequestContext, token: string): Promise<void> {
  await requireExtension("joining");
  const call = await upstream();
  try {
    await call(CONTRACT.joining.address.undo, { body: { token } }, { requestId });
  } catch (error) {
    if (isOver(error)) return;
    throw error;
  }
  session.signOut();
  throw toHomeSite({ kind: "success", title: "Your address is back.", text: "Everybody who was signed in as you is signed out." });
}
