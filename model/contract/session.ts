import { z } from "zod";
import { asCode, CODE_MAX } from "../mailed-code.ts";
import { ADDRESS_MAX, DEVICE_MAX } from "../text.ts";
import { blankAsNull, mailAddress, role, typedText } from "./common.ts";

/** For secrets that browsers and mails carry. */
const MAILED_MAX = 200;
const PERSON_KEY_MAX = 100;
const browserSecret = z.string().min(32).max(MAILED_MAX);

/** Asks for a mail that signs in (extension `mail`). */
export const mailRequest = z.object({
  /** An e-mail address, as typed: of two people who have one in two forms, it is that of the one whose form this is. */
  address: z.string().trim().toLowerCase().max(ADDRESS_MAX),
  /** A secret of the browser that asks. Link and code serve only together with it. */
  browser: browserSecret,
  /** The network that the browser is in, such as its IP address: mails to one are counted. */
  network: z.string().max(60),
  /** From an earlier session of this browser, of the person with this address. */
  browserProof: z.string().max(MAILED_MAX).optional(),
});

/** The token of a link in a mail, and the secret of the browser that opens it, where it has one. */
export const mailedLink = z.object({ token: z.string().min(1).max(MAILED_MAX), browser: browserSecret.optional() });

/** What a link shows: whether this browser has asked for it, and the code for the browser that has. */
export const openedLink = z.object({ own: z.boolean(), code: z.string().nullable() });

/** A link or a code from a mail; exactly one of the two. */
export const mailedEntry = z.object({
  browser: browserSecret,
  token: z.string().min(1).max(MAILED_MAX).optional(),
  code: z.string().min(1).max(CODE_MAX).overwrite(asCode).optional(),
  device: typedText(DEVICE_MAX).optional(),
});

export const entryRequest = z.object({
  token: z.string().min(1),
  /**
   * The browser and system that the person uses, in everyday words: 'Firefox on Windows'. Sent where the upstream has the extension
   * `logout`.
   */
  device: typedText(DEVICE_MAX).optional(),
});

/** Who has a session, for good (extension `person-key`). */
const person = z.object({
  /** The same for this person as long as the upstream knows them, whatever their address; nobody else ever has it. */
  key: z.string().min(1).max(PERSON_KEY_MAX),
  /** Addresses that were theirs before, and that nobody else can have yet, the latest first. */
  formerAddresses: z.array(mailAddress),
});

/** `expiry` is epoch seconds; null or absent means that it is unknown. */
export const session = z.object({
  expiry: z.number().nullish(),
  token: z.string().min(1),
  redirectURI: z.string().nullish(),
  user: z.object({ email: mailAddress, firstName: z.string().nullish().overwrite(blankAsNull) }),
  roles: z.array(role),
  /** The latest end of the session, however often it is refreshed, in epoch seconds (extension `logout`). */
  endsAt: z.number().nullish(),
  /**
   * Given back by this browser when it asks for a mail, it proves that this person has signed in here before (extension `mail`). It grants a
   * quota, and signs nobody in.
   */
  browserProof: z.string().max(MAILED_MAX).nullish(),
  person: person.nullish(),
});
export type Session = z.infer<typeof session>;

/** The answer of `/auth/refresh` may leave the roles out. */
export const refreshedSession = session.extend({ roles: session.shape.roles.optional() });

/** The names of the extensions that an upstream offers (docs/upstream-contract.md#extensions). */
export const extensions = z.object({ extensions: z.array(z.string()) });

/** The devices that somebody is signed in on (extension `logout`). Moments are ISO 8601 in UTC. */
export const signedInSessions = z.array(
  z.object({
    id: z.string().min(1),
    /** As given at sign-in; null when it was not. */
    device: z.string().nullish(),
    since: z.string(),
    lastSeen: z.string().nullish(),
    /** Whether this is the session that makes the call. */
    current: z.boolean(),
  }),
);
export type SignedInSession = z.infer<typeof signedInSessions>[number];
