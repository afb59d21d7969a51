import { OLD_ADDRESS_DAYS, UNDO_DAYS } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import { inHalves } from "#model/mailed-code.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/** The change that a mail is about. */
const changeOf = ({ db }: Writing, { about, generation }: MailRow) =>
  db
    .selectFrom("address_change")
    .innerJoin("user", "user.id", "address_change.user_id")
    .selectAll("address_change")
    .select("user.email")
    .where("address_change.reference", "=", about)
    .where("address_change.generation", "=", generation)
    .where("user.suspended_at", "is", null)
    .where("user.email", "like", "%@%")
    .executeTakeFirst();

/** The mail with a code, to the new address or to the old one, as long as its code serves (docs/rules/people.md#another-address). */
async function codeLetter(writing: Writing, mail: MailRow, what: "new address" | "old address"): Promise<Letter | undefined> {
  const row = await changeOf(writing, mail);
  if (!row || row.done_at !== null || row.expires_at <= writing.now.toISOString()) return undefined;
  const [from, to] = [shownAddress(row.old_email), shownAddress(row.new_email)];
  return {
    subject: "Code for another address in the Maturity Assessment Tool",
    until: row.expires_at,
    paragraphs: [
      what === "new address"
        ? `Somebody, probably you, wants to use this address in the Maturity Assessment Tool instead of ${from}.`
        : `Somebody who is signed in as you, probably you, wants to use ${to} in the Maturity Assessment Tool instead of this address.`,
      "To confirm it, type this code there:",
      { code: inHalves(writing.secrets.codeOf(row, what)) },
      `The code works once, until ${row.expires_at.slice(11, 16)} UTC.`,
      "If it was not you, do nothing, and give the code to nobody.",
    ],
  };
}

export const newAddressLetter = (writing: Writing, mail: MailRow) => codeLetter(writing, mail, "new address");
export const oldAddressLetter = (writing: Writing, mail: MailRow) => codeLetter(writing, mail, "old address");

/** The mail to the new address once it is theirs. */
export async function addressChangedLetter(writing: Writing, mail: MailRow): Promise<Letter | undefined> {
  const row = await changeOf(writing, mail);
  if (!row || row.done_at === null || row.undone_at !== null || row.email !== row.new_email) return undefined;
  return {
    subject: "Your address in the Maturity Assessment Tool has changed",
    paragraphs: [
      `From now on you sign in to the Maturity Assessment Tool with this address instead of ${shownAddress(row.old_email)}.`,
      `Entry links to the old address serve for another ${OLD_ADDRESS_DAYS} days.`,
      { link: `${writing.publicUrl}/me` },
    ],
  };
}

/** The mail to the old address, with a link that undoes the change. */
export async function addressUndoLetter(writing: Writing, mail: MailRow): Promise<Letter | undefined> {
  const row = await changeOf(writing, mail);
  if (!row || row.done_at === null || row.undone_at !== null) return undefined;
  const end = new Date(Date.parse(row.done_at) + UNDO_DAYS * 24 * 60 * 60_000).toISOString();
  if (end <= writing.now.toISOString()) return undefined;
  return {
    subject: "Your address in the Maturity Assessment Tool has changed",
    paragraphs: [
      `On ${dayOfLetter(row.done_at)} this address was replaced by ${shownAddress(row.new_email)} in the Maturity Assessment Tool.`,
      "If it was you, do nothing. If it was not, this link brings your address back, and signs everybody out who is signed in as you:",
      { link: `${writing.publicUrl}/undo/${writing.secrets.linkOf(row, "undo")}` },
      `It works until ${dayOfLetter(end)}.`,
    ],
  };
}
