/** What a person may do in their team (docs/rules/rights.md#permissions). Roles are something else: the models that a person works with. */

/** Each may also do what those before it may. */
export const PERMISSIONS = ["viewer", "assessor", "lead"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whether a permission is enough for what needs another. */
export const reaches = (held: Permission, needed: Permission): boolean => PERMISSIONS.indexOf(held) >= PERMISSIONS.indexOf(needed);

/** The permission that a call needs: reading is for everybody, changing for assessors, unless the table of calls says otherwise. */
export const neededFor = ({ method, permission }: { method: string; permission?: Permission }): Permission =>
  permission ?? (method === "GET" ? "viewer" : "assessor");

/** What a caller may do with an organization or an assessment, beyond reading it. */
export type Deed = "change";

/** @param isOwn whether it belongs to the caller's team */
export const deedsOf = (isOwn: boolean, permission: Permission): Deed[] => (isOwn && reaches(permission, "assessor") ? ["change"] : []);

/** Whether a caller may do something with an organization or an assessment. One that does not say so leaves it to the refusals. */
export const mayDo = (deed: Deed, { may }: { may?: readonly string[] | undefined }): boolean => may?.includes(deed) ?? true;

/** The permission of a person who is created. Whoever is alone in a team without a name leads it. */
export const permissionAtFirst = (team: string | null | undefined): Permission => (team == null ? "lead" : "assessor");
