import { z } from "zod";
import { role } from "./common.ts";

export const entryRequest = z.object({ token: z.string().min(1) });

/** `expiry` is epoch seconds; null or absent means that it is unknown. */
export const session = z.object({
  expiry: z.number().nullish(),
  token: z.string().min(1),
  redirectURI: z.string().nullish(),
  user: z.object({ email: z.string(), firstName: z.string().nullish() }),
  roles: z.array(role),
});
export type Session = z.infer<typeof session>;

/** The answer of `/auth/refresh` may leave the roles out. */
export const refreshedSession = session.extend({ roles: session.shape.roles.optional() });
