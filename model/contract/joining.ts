/** Extension `joining`: how people get in who are invited, and what became of mails (docs/upstream-contract.md#joining). */
import { z } from "zod";
import { MAIL_STATES } from "../joining.ts";
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

export const joinForm = z.object({ token, device: typedText(DEVICE_MAX).optional() });
