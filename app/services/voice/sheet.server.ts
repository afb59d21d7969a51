/** The first page of a sheet, and how it is entered (docs/rules/voices.md#the-sheet). */
import { CONTRACT } from "#model/contract/calls.ts";
import { NAMES_KEPT_DAYS, ONE_ANSWER_FROM, VOICES_SHOWN_FROM } from "#model/voices.ts";
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { networkOf } from "~/services/http/address-counter.server";
import { carryOut } from "~/services/upstream/carry-out.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, isUpstreamFault, UpstreamFault, upstream } from "~/services/upstream/upstream.server";
import { readSecondRound } from "~/services/voice/round.server";
import { readSender } from "~/services/voice/sender.server";
import { paths } from "~/views/paths";
import type { SheetScreen } from "~/views/voice-sheet";

/**
 * Opens the sheet of a link in this browser. It uses the link not up.
 * @returns undefined where the link is unknown, renewed, or taken back
 * @throws Redirect for the sheet; UpstreamFault
 */
export async function enterSheet({ openSheet, cookieCheck, requestId, address }: RequestContext, token: string): Promise<undefined> {
  const call = await upstream();
  const entered = await call(CONTRACT.voice.enter, { body: { token, network: networkOf(address).slice(0, 60) } }, { requestId }).catch(
    (error: unknown) => {
      if (error instanceof UpstreamFault && (error.status === 401 || error.status === 422)) return undefined;
      throw error;
    },
  );
  if (!entered) return undefined;
  await openSheet.open(entered.data);
  throw new Redirect(cookieCheck.leadTo(paths.voiceSheet(entered.data.sheet)));
}

const inWords = ({ name, email }: { name: string | null; email: string }) => (name ? `${name} (${email})` : email);

/** Whom to turn to once whoever asked is gone; undefined where the upstream does not tell, or fails. */
const findContact = async ({ api }: RequestContext) =>
  (await hasExtension("joining")) ? (await api.joining.voiceContact().catch(ignoreFault))?.contact : undefined;

/** The first page of the sheet that is open. @throws UpstreamFault, SessionOver */
export async function readSheet(context: RequestContext, id: string): Promise<SheetScreen> {
  const [{ askedBy, mails, ...sheet }, second, sender, howMailed] = await Promise.all([
    context.api.voice.sheet(),
    readSecondRound(context),
    readSender(context, id),
    readMails(context),
  ]);
  const contact = askedBy ? undefined : await findContact(context);
  return {
    ...sheet,
    ...sender,
    pages: second
      ? sheet.pages.map((page) => ({
          ...page,
          total: 1,
          answered: second.pages.some(({ place, checked }) => checked && place === page.place) ? 1 : 0,
        }))
      : sheet.pages,
    second: second !== undefined,
    mails: howMailed ?? (mails ? "sent" : "none"),
    askedBy: askedBy ? inWords(askedBy) : undefined,
    contact: contact ? inWords(contact) : undefined,
    rules: {
      shownFrom: VOICES_SHOWN_FROM,
      oneAnswerFrom: ONE_ANSWER_FROM,
      daysAfterSubmission: NAMES_KEPT_DAYS.afterSubmission,
      daysAfterLastDay: NAMES_KEPT_DAYS.afterLastDay,
    },
  };
}

/** Leads to a sheet that somebody has just closed, because it says so itself. */
const showClosed = (sheet: string) => (error: unknown) => {
  throw isUpstreamFault(error) && error.status === 409 ? new Redirect(paths.voiceSheet(sheet)) : error;
};

const CLOSED = "This sheet is closed";

/** Says that the sheet is filled in. @param unchanged what a failure leaves as it is @throws Redirect, always; SessionOver */
export const sayDone = (context: RequestContext, sheet: string, unchanged?: string): Promise<never> =>
  carryOut(context, {
    ...(unchanged === undefined ? {} : { unchanged }),
    write: () => context.api.voice.done().catch(showClosed(sheet)),
    isDone: async () => (await context.api.voice.sheet()).doneAt !== null,
    success: { title: "Thank you.", text: "You can come back and change what you said until the sheet is closed." },
    gone: CLOSED,
    back: paths.voiceSheet(sheet),
  });

/** Whether mails reach the voice; undefined where the upstream does not tell, or fails. */
const readMails = async ({ api }: RequestContext): Promise<SheetScreen["mails"] | undefined> =>
  (await hasExtension("mails-again")) ? (await api.voice.mails().catch(ignoreFault))?.mails : undefined;

/** For the page that asks before mails end. @throws Redirect where none are sent; UpstreamFault, SessionOver */
export async function askAboutMails({ api }: RequestContext, sheet: string): Promise<null> {
  if (!(await api.voice.sheet()).mails) throw new Redirect(paths.voiceSheet(sheet));
  return null;
}

/** Lets mails about voices reach this address again. @throws Redirect, always; NotFound, SessionOver */
export async function allowMails(context: RequestContext, sheet: string): Promise<never> {
  await requireExtension("mails-again");
  return carryOut(context, {
    write: () => context.api.voice.mailsAgain(),
    isDone: async () => (await context.api.voice.mails()).mails !== "refusedHere",
    success: { title: "You can be written to about sheets again." },
    gone: CLOSED,
    back: paths.voiceSheet(sheet),
  });
}

/** Ends mails about voices to this address. @throws Redirect, always; SessionOver */
export async function refuseMails(context: RequestContext, sheet: string): Promise<never> {
  const takesBack = (await hasExtension("mails-again")) ? ", and takes this back" : "";
  return carryOut(context, {
    write: () => context.api.voice.noMoreMail(),
    isDone: async () => !(await context.api.voice.sheet()).mails,
    success: { title: "You get no more mails about sheets.", text: `Your link goes on working${takesBack}.` },
    gone: CLOSED,
    back: paths.voiceSheet(sheet),
  });
}
