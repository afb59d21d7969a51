import { z } from "zod";
import { DEVICE_MAX } from "../text.ts";
import { blankAsNull, role, typedText } from "./common.ts";

export const entryRequest = z.object({
  token: z.string().min(1),
  /**
   * The browser and system that the person uses, in everyday words: 'Firefox on Windows'. Sent where the upstream has the extension
   * `logout`.
   */
  device: typedText(DEVICE_MAX).optional(),
});

/** `expiry` is epoch seconds; null or absent means that it is unknown. */
export const session = z.object({
  expiry: z.number().nullish(),
  token: z.string().min(1),
  redirectURI: z.string().nullish(),
  user: z.object({ email: z.string(), firstName: z.string().nullish().overwrite(blankAsNull) }),
  roles: z.array(role),
  /** The latest end of the session, however often it is refreshed, in epoch seconds (extension `logout`). */
  endsAt: z.number().nullish(),
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
