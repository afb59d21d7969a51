/** Signing in by mail (docs/rules/sign-in-by-mail.md). */
import { CONTRACT } from "#model/contract/calls.ts";
import { CODE_MAX } from "#model/mailed-code.ts";
import { addressIn } from "#model/people.ts";
import { ADDRESS_MAX } from "#model/text.ts";
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { networkOf } from "~/services/http/address-counter.server";
import { signInBy } from "~/services/session/authenticator.server";
import { startSession } from "~/services/session/entering.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";
import { morePaths } from "~/views/more-paths";
import type { MailedLink, MailReply } from "~/views/session";

/** The upstream refuses these two: a request that is over, and a secret that cannot be right. */
const isOver = (error: unknown) => error instanceof UpstreamFault && error.status === 401;
const isWrong = (error: unknown) => error instanceof UpstreamFault && error.status === 422;

/**
 * Asks for a mail to the address of the form. The reply is the same for every address.
 * @returns what is wrong with the address
 * @throws Redirect for the page with the field for the code; UpstreamFault
 */
export async function askForMail(
  { mailCookies, cookieCheck, address: from, requestId }: RequestContext,
  form: FormData,
): Promise<MailReply> {
  const typed = String(form.get("address") ?? "")
    .trim()
    .slice(0, ADDRESS_MAX);
  if (addressIn(typed) === undefined) return { typed, error: "Please enter a valid email address." };
  const call = await upstream();
  // As typed: of two people who have one address in two forms, it is that of the one whose form this is.
  const address = typed.toLowerCase();
  const body = { address, network: networkOf(from).slice(0, 60), ...(await mailCookies.ask(address)) };
  await call(CONTRACT.session.mail.ask, { body }, { requestId });
  throw new Redirect(cookieCheck.leadTo(morePaths.signInCode()));
}

/**
 * Asks what the page of a link shows in this browser.
 * @returns undefined when the link is over
 * @throws UpstreamFault
 */
export async function lookAtLink({ mailCookies, requestId }: RequestContext, token: string): Promise<MailedLink | undefined> {
  const call = await upstream();
  const browser = (await mailCookies.findAsked())?.browser;
  try {
    return (await call(CONTRACT.session.mail.look, { body: { token, ...(browser ? { browser } : {}) } }, { requestId })).data;
  } catch (error) {
    if (isOver(error) || isWrong(error)) return undefined;
    throw error;
  }
}

/**
 * Signs in by a link or by a typed code, in the browser that asked.
 * @returns 'wrong' for a code that is not right, 'over' when nothing can serve any more
 * @throws Redirect for the page after signing in; UpstreamFault
 */
export async function signInByMail(
  context: RequestContext,
  request: Request,
  secret: { token: string } | { code: string },
): Promise<"wrong" | "over"> {
  const mailRequest = await context.mailCookies.findAsked();
  if (!mailRequest) return "over";
  const proof = { browser: mailRequest.browser, ...secret };
  const entered = await signInBy("mail", request, proof, context.requestId).catch((error: unknown) => {
    if (isOver(error)) return "over" as const;
    if (isWrong(error)) return "wrong" as const;
    throw error;
  });
  return typeof entered === "string" ? entered : startSession(context, entered);
}

/** The code of a form, as far as it can be one. */
export const typedCode = (form: FormData) =>
  String(form.get("code") ?? "")
    .trim()
    .slice(0, CODE_MAX);
