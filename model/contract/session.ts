import { z } from "zod";
import { DEVICE_MAX } from "../text.ts";
import { role, typedText } from "./common.ts";

export const entryRequest = z.object({
  token: z.string().min(1),
  /** What the person signs in with, as people call it: 'Firefox on Windows'. Sent where the upstream has the extension `logout`. */
  device: typedText(DEVICE_MAX).optional(),
});

/** `expiry` is epoch seconds; null or absent means that it is unknown. */
export const session = z.object({
  expiry: z.number().nullish(),
  token: z.string().min(1),
  redirectURI: z.string().nullish(),
  user: z.object({ email: z.string(), firstName: z.string().nullish() }),
  roles: z.array(role),
  /** When the session is over whatever is refreshed, epoch seconds (extension `logout`). */
  endsAt: z.number().nullish(),
});
export type Session = z.infer<typeof session>;

/** The answer of `/auth/refresh` may leave the roles out. */
export const refreshedSession = session.extend({ roles: session.shape.roles.optional() });

/** What an upstream can do beyond the specification, by name. */
export const extensions = z.object({ extensions: z.array(z.string()) });

/** The devices that somebody is signed in on (extension `logout`). Moments are ISO 8601 in UTC. */
export const signedInSessions = z.array(
  z.object({
    id: z.string().min(1),
    /** As the sign-in named it; null when it did not. */
    device: z.string().nullish(),
    since: z.string(),
    lastSeen: z.string().nullish(),
    /** The session that asks. */
    current: z.boolean(),
  }),
);
export type SignedInSession = z.infer<typeof signedInSessions>[number];
