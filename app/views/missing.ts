/** In place of a fact that an upstream does not send, or sends empty (docs/rules/setup-and-scope.md#review). */
export const orNotProvided = (fact: string | null | undefined): string => fact?.trim() || "Not Provided";
