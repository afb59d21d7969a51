/** Extension `joining`: how people get in who are invited, and what became of mails (docs/upstream-contract.md#joining). */
import { z } from "zod";
import { MAIL_STATES } from "../joining.ts";
import { asCode, CODE_MAX } from "../mailed-code.ts";
import { LINE_MAX, PERSON_NAME_MAX, personNameProblem } from "../people.ts";
import { DEVICE_MAX } from "../text.ts";
import { id, mailAddress, typedText } from "./common.ts";

/** What became of a mail. */
const delivery = {
  /** `waiting`: nobody has tried to send it, or it is tried again. `refused`: it is not tried again. */
  state: z.enum(MAIL_STATES),
  /** When it was sent or refused; of one that waits, when it was posted. */
  at: z.iso.datetime(),
  /** What the mail server answered last, without addresses; null where it took the mail, or was not asked yet. */
  reply: z.string().nullable(),
};

/** How the people of a team get in. */
export const joining = z.object({
  /** The mails of open invitations, as they were sent last. Those that nobody mails, or whose mail is forgotten, are left out. */
  mails: z.array(z.object({ invitation: id, ...delivery })),
  /** The people whose address is not confirmed: they came by a copied link. */
  unconfirmed: z.array(id),
  /** The internal accounts, which read every organization. */
  internalAccounts: z.array(mailAddress),
});
export type Joining = z.infer<typeof joining>;

/** The mails to voices, the newest first. */
export const voiceDeliveries = z.object({ mails: z.array(z.object({ voice: id, isReminder: z.boolean(), ...delivery })) });
export type VoiceDeliveries = z.infer<typeof voiceDeliveries>;

/** What of somebody's work waits for others when they leave. */
export const openWork = z.object({
  /** Open sheets that they asked for, as far as the caller sees the assessments. */
  sheets: z.number(),
  /** Who can take them over, by address, and how many of them. */
  colleagues: z.array(z.object({ id, email: mailAddress, firstName: z.string().nullable(), sheets: z.number() })),
});
export type OpenWork = z.infer<typeof openWork>;

/** Who takes sheets over, by number. */
export const handOverForm = z.object({ to: id });
/** How many sheets were handed over. */
export const handedOver = z.object({ sheets: z.number() });

/** Whom a voice can turn to whose asker is gone; null where whoever asked is there, or nobody is. */
export const voiceContact = z.object({ contact: z.object({ name: z.string().nullable(), email: mailAddress }).nullable() });
export type VoiceContact = z.infer<typeof voiceContact>;

/** Whether a session ended because its person was suspended, and who leads their team. */
export const suspension = z.object({
  isSuspended: z.boolean(),
  leads: z.array(z.object({ email: mailAddress, firstName: z.string().nullable() })),
});
export type Suspension = z.infer<typeof suspension>;

const personName = typedText(PERSON_NAME_MAX).superRefine((text, { addIssue }) => {
  const message = personNameProblem(text);
  if (message !== undefined) addIssue({ code: "custom", message });
});

/** Another address or name for an open invitation; what is left out stays. Another address makes it a new one. */
export const invitationForm = z.object({ email: typedText(LINE_MAX).optional(), name: personName.optional() });

/** The present name and address of the caller. The session may be older. */
export const ownName = z.object({ firstName: z.string().nullable(), email: mailAddress });
export const ownNameForm = z.object({ firstName: personName });

/** The caller's address, and how it can change. */
export const ownAddress = z.object({
  email: mailAddress,
  /** Why it cannot be changed here; absent where it can. */
  fixed: z.enum(["internal", "noMails"]).optional(),
  /** A new address that waits for its codes; null where there is none. It is the same whether the address can be used or not. */
  pending: z.object({ email: mailAddress, until: z.iso.datetime(), needsOldCode: z.boolean() }).nullable(),
  /** Former addresses that still serve for entry links, and until when. */
  former: z.array(z.object({ email: mailAddress, until: z.iso.datetime() })),
});
export type OwnAddress = z.infer<typeof ownAddress>;

export const newAddressForm = z.object({ email: typedText(LINE_MAX) });
const code = z.string().max(CODE_MAX).overwrite(asCode);
/** The codes of both mails, or of the one to the new address where that is enough. */
export const addressCodes = z.object({ code, oldCode: code.optional() });
export const addressOutcome = z.object({ outcome: z.enum(["changed", "wrong", "over"]) });

const TOKEN_MAX = 200;
const token = z.string().min(1).max(TOKEN_MAX);

/** A link to join by, and until when it serves. */
export const joinLink = z.object({ token, expiresAt: z.iso.datetime() });
export type JoinLink = z.infer<typeof joinLink>;

export const joinLinkForm = z.object({ token });

/** What a link says before anybody joins. */
export const joinOffer = z.object({
  /** Null where it has no name. */
  team: z.string().nullable(),
  /** Who has copied the link. */
  by: z.object({ email: mailAddress, firstName: z.string().nullable() }),
  /** Whom it lets in. */
  email: mailAddress,
  expiresAt: z.iso.datetime(),
});
export type JoinOffer = z.infer<typeof joinOffer>;

/** What the link of a mail to an old address undoes. */
export const undoOffer = z.object({ email: mailAddress, newEmail: mailAddress, until: z.iso.datetime() });
export type UndoOffer = z.infer<typeof undoOffer>;

export const joinForm = z.object({ token, device: typedText(DEVICE_MAX).optional() });
