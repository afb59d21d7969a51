/** A person whom somebody changed while a lead had the form open (docs/rules/people.md#one-person). The lead sees the change before anything is stored. */
import { z } from "zod";
import { role } from "#model/contract/common.ts";
import type { PersonDetails } from "#model/contract/people.ts";
import { permission } from "#model/contract/permissions.ts";
import { carriedIn } from "~/services/http/form-schema.server";
import { modelsInWords, PERMISSION_WORDS, PERSON, PERSON_LABELS } from "~/views/people";

const held = z.object({
  [PERSON.firstName]: z.string(),
  [PERSON.permission]: permission,
  [PERSON.roles]: z.array(role),
});
/** What each field holds; "" for no name. */
type Held = z.infer<typeof held>;

const heldBy = ({ firstName, permission, roles }: Pick<PersonDetails, keyof Held>): Held => ({
  firstName: firstName ?? "",
  permission,
  roles,
});

/** What the form is made from, as text for it to carry. */
export const baseOf = (person: Pick<PersonDetails, keyof Held>): string => JSON.stringify(heldBy(person));

const FIELDS: Record<keyof Held, (of: Held) => string> = {
  firstName: ({ firstName }) => (firstName === "" ? "empty" : `‘${firstName}’`),
  permission: ({ permission }) => PERMISSION_WORDS[permission].label,
  roles: ({ roles }) => modelsInWords(roles),
};

/**
 * Puts what was typed together with what is stored.
 * @param wanted what the form would store
 * @returns a line for each field that somebody has changed; and the form, where everything else than what was typed is as it is stored now
 */
export function mergePerson(form: FormData, wanted: Partial<Held>, person: PersonDetails): { messages: string[]; form: FormData } {
  const [base, now] = [carriedIn(form, PERSON.base, held), heldBy(person)];
  const mine = { ...(base ?? now), ...wanted };
  const shown = new FormData();
  for (const [name, value] of form) shown.append(name, value);
  const lines = (Object.keys(FIELDS) as (keyof Held)[]).flatMap((field) => {
    const [before, theirs, own] = [base && FIELDS[field](base), FIELDS[field](now), FIELDS[field](mine)];
    // A form that does not say what it was made from may be of any age.
    const isKept = own !== before;
    if (!isKept) {
      shown.delete(field);
      for (const value of [now[field]].flat()) shown.append(field, value);
    }
    if (theirs === own || theirs === before) return [];
    const kept = own === "empty" ? "Below it stays empty, as you left it." : `What you entered is kept below: ${own}.`;
    return [`${PERSON_LABELS[field]}: now ${theirs}.${isKept ? ` ${kept}` : ""}`];
  });
  shown.set(PERSON.base, baseOf(person));
  return {
    messages: [
      "Nothing was saved yet: somebody changed this person after you opened this page.",
      ...lines,
      ...(person.suspendedAt === null ? [] : ["This person is suspended now."]),
      "Look through the form below, then save again.",
    ],
    form: shown,
  };
}
