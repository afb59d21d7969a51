/** Entries about the people of a team in words (docs/rules/people.md#history). */
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import type { PeopleHistoryEntry } from "#model/contract/people.ts";
import { permission } from "#model/contract/permissions.ts";
import type { EntryView, FieldChange } from "~/views/history";
import { modelsInWords, PERMISSION_WORDS } from "~/views/people";

const GONE = "What it was before and after is no longer kept.";

/** An entry in words. It describes whatever an upstream sends, and never throws. */
export function describePerson({ id, at, kind, by, about, before, after, erased }: PeopleHistoryEntry): EntryView {
  const whom = about ?? "Somebody whose name is no longer kept";
  return {
    ...{ id, at, words: WORDS[kind]?.(whom) ?? `${whom}: ${kind}`, by: by ?? "An operator" },
    changes: changesIn(kind, before, after),
    gone: erased ? GONE : undefined,
    ...{ about: undefined, texts: undefined, back: undefined },
  };
}

/** Whether a kind of entry is described here. */
export const isAboutPeople = (kind: string): boolean => Object.hasOwn(WORDS, kind);

const WORDS: Readonly<Record<string, (whom: string) => string>> = {
  invited: (whom) => `${whom} was invited`,
  invitedAgain: (whom) => `${whom} was invited again`,
  invitationTakenBack: (whom) => `The invitation of ${whom} was taken back`,
  invitationDeclined: (whom) => `${whom} declined the invitation`,
  joined: (whom) => `${whom} joined the team`,
  left: (whom) => `${whom} left the team`,
  invitationLink: (whom) => `The link for ${whom} was copied`,
  address: (whom) => `The address of ${whom} was changed`,
  addressBack: (whom) => `The address of ${whom} was changed back`,
  invitationName: (whom) => `The name in the invitation of ${whom} was changed`,
  addressConfirmed: (whom) => `The address of ${whom} was confirmed`,
  name: (whom) => `The name of ${whom} was changed`,
  permission: (whom) => `What ${whom} may do was changed`,
  roles: (whom) => `The models of ${whom} were changed`,
  team: (whom) => `The team of ${whom} was changed`,
  suspended: (whom) => `${whom} was suspended`,
  readmitted: (whom) => `${whom} was let in again`,
  removed: (whom) => `${whom} was removed`,
  teamName: () => "The name of the team was changed",
};

const roles = z.array(role).transform(modelsInWords);
const may = permission.transform((each) => PERMISSION_WORDS[each].label);
const text = z
  .string()
  .nullable()
  .transform((each) => each || "none");
const given = z.object({ permission: may, roles });

const said = (schema: z.ZodType<string>, value: unknown) => schema.safeParse(value).data;

/** What changed, as far as the entry says it in a way that is known. */
function changesIn(kind: string, before: unknown, after: unknown): FieldChange[] {
  if (kind === "invited" || kind === "joined") {
    const { data } = given.safeParse(after);
    if (!data) return [];
    return [
      { name: "May do", before: undefined, after: data.permission },
      { name: "Models", before: undefined, after: data.roles },
    ];
  }
  const [name, schema] = FIELDS[kind] ?? [];
  if (!name || !schema || (before === undefined && after === undefined)) return [];
  return [{ name, before: said(schema, before), after: said(schema, after) }];
}

const FIELDS: Readonly<Record<string, [name: string, schema: z.ZodType<string>]>> = {
  name: ["First name", text],
  permission: ["May do", may],
  roles: ["Models", roles],
  team: ["Team", text],
  teamName: ["Name", text],
};
