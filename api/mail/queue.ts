/**
 * Mails to people, as a queue in the store (docs/rules/sign-in-by-mail.md#mails). A row says only what its mail is about. The
 * sender writes the letter, with its secrets, just before it sends it.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { DeliveryError } from "../outbox/channel.ts";
import type { Queue } from "../outbox/sender.ts";
import type { MailKind } from "../store/database.ts";
import type { Db, Store } from "../store/open.ts";
import { accessLetter } from "./access-letter.ts";
import { addressChangedLetter, addressUndoLetter, newAddressLetter, oldAddressLetter } from "./address-letters.ts";
import { invitationLetter } from "./invitation-letter.ts";
import { joinLinkLetter } from "./join-link-letter.ts";
import { htmlOf, type Letter, type MailRow, textOf, type Writing } from "./letter.ts";
import { ratingDoneLetter, ratingLetter } from "./rating-letter.ts";
import { decisionLetter, reviewLetter } from "./review-letter.ts";
import { SIGN_IN_MS, signInLetter } from "./sign-in-letter.ts";
import type { Mailer } from "./transport.ts";
import { voiceLetter, voiceReminderLetter, voiceSecondRoundLetter } from "./voice-letter.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long it is kept that a mail was sent. */
const KEPT_MS = 30 * DAY_MS;

/** Writes the letter of each kind; undefined when what it is about is over. */
const LETTERS: Record<MailKind, (writing: Writing, mail: MailRow) => Promise<Letter | undefined>> = {
  signIn: signInLetter,
  invitation: invitationLetter,
  joinLink: joinLinkLetter,
  newAddress: newAddressLetter,
  oldAddress: oldAddressLetter,
  addressChanged: addressChangedLetter,
  addressUndo: addressUndoLetter,
  voice: voiceLetter,
  voiceReminder: voiceReminderLetter,
  voiceSecondRound: voiceSecondRoundLetter,
  access: accessLetter,
  review: reviewLetter,
  reviewDecided: decisionLetter,
  rating: ratingLetter,
  ratingDone: ratingDoneLetter,
};

/** Says what a mail says; undefined when there is nothing to say any more. */
export const letterOf = (writing: Writing, mail: MailRow): Promise<Letter | undefined> => LETTERS[mail.kind](writing, mail);

/** Posts a mail, in the transaction of the caller. The same about the same generation is posted once, unless nobody needed it then. */
export async function postMail(
  db: Db,
  mail: Pick<MailRow, "kind" | "recipient" | "about" | "generation"> & Partial<Pick<MailRow, "caused_by">>,
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  await db
    .insertInto("mail")
    .values({ ...mail, reference: randomUUID(), created_at: moment, attempts: 0, next_at: moment })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "about", "generation"])
        .doUpdateSet({ created_at: moment, next_at: moment, attempts: 0, dropped_at: null })
        .where("mail.dropped_at", "is not", null),
    )
    .execute();
}

/** What the store keeps of a mail that was over before anybody tried to send it. */
const LATE = "Its link or code had ended before it could be sent.";

/** Whether a mail is given up that says nothing any more: it was tried in vain, or nobody came to send it in time. Others were not needed. */
const isTooLate = ({ kind, created_at, last_error }: MailRow, now: Date) =>
  last_error !== null || (kind === "signIn" && Date.parse(created_at) + SIGN_IN_MS <= now.getTime());

/** Does something that ends at the latest when a link or code does. */
async function endingAt<T>(
  until: string | undefined,
  now: Date,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (until === undefined) return work(signal);
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  const limit = setTimeout(() => ending.abort(), Date.parse(until) - now.getTime());
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", end);
  }
}

/** Mails as a sender sends them, until what they are about is over. What became of them is kept for 30 days. */
export function mailQueue(
  store: Store,
  { mailer, clock, ...writing }: { mailer: Mailer; clock: () => Date } & Omit<Writing, "db" | "now">,
): Queue<"mail"> {
  return {
    table: "mail",
    name: "the mails",
    item: "a mail",
    only: sql<boolean>`dropped_at is null`,
    attemptsMax: Number.POSITIVE_INFINITY,
    async prepare(now) {
      const old = new Date(now.getTime() - KEPT_MS).toISOString();
      // Looked at first, because SQLite locks the whole database to delete, even for nothing.
      if (await store.selectFrom("mail").select("id").where("created_at", "<", old).executeTakeFirst())
        await store.deleteFrom("mail").where("created_at", "<", old).execute();
    },
    async send(mail, signal) {
      const now = clock();
      const letter = await letterOf({ ...writing, db: store, now }, mail);
      if (!letter) {
        if (isTooLate(mail, now)) throw new DeliveryError(LATE, { code: "late", reply: mail.last_error ?? LATE, isFinal: true });
        await store.updateTable("mail").set({ dropped_at: now.toISOString() }).where("id", "=", mail.id).execute();
        return false;
      }
      const { recipient, reference, created_at } = mail;
      const { subject, replyTo, until } = letter;
      const content = { subject, text: textOf(letter), html: htmlOf(letter) };
      const message = { to: [recipient], ...(replyTo ? { replyTo } : {}), reference, date: new Date(created_at), ...content };
      await endingAt(until, now, signal, (ending) => mailer(message, ending));
      return true;
    },
    // Never the message, which may repeat what a mail says: a mail holds secrets.
    keptOf: ({ reply, code }) => reply ?? code,
    facts: ({ id: mail, kind }) => ({ mail, kind }),
  };
}
