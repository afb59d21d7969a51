import { z } from "zod";
import { PERMISSIONS } from "../permissions.ts";
import { mailAddress, role } from "./common.ts";

export const permission = z.enum(PERMISSIONS);

/** What the caller may do in their team, and who leads it (docs/rules/rights.md#permissions). */
export const me = z.object({
  permission,
  /** The models that they work with now. The token may be older. */
  roles: z.array(role).optional(),
  leads: z.array(z.object({ email: mailAddress, firstName: z.string().nullable() })),
});
export type Me = z.infer<typeof me>;
