/** A person whom somebody changed while a lead had the form open (docs/rules/people.md#one-person). The lead sees the change before anything is stored. */
import type { PersonDetails } from "#model/contract/people.ts";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { modelsInWords, PERMISSION_WORDS, PERSON_LABELS } from "~/views/people";

type Field = keyof typeof PERSON_LABELS;
type Content = Pick<PersonDetails, Field>;

const heldBy = ({ firstName, permission, roles }: Content) => ({ firstName: firstName ?? "", permission, roles: roles.toSorted() });

/** What the form is made from, as text for it to carry. */
export const baseOf = (person: Content): string => baseFrom(heldBy(person));

const IN_WORDS: Record<Field, (of: Content) => string> = {
  firstName: ({ firstName }) => (firstName ? `‘${firstName}’` : ""),
  permission: ({ permission }) => PERMISSION_WORDS[permission].label,
  roles: ({ roles }) => modelsInWords(roles),
};

const sideOf = (person: Content) => ({ held: heldBy(person), inWords: (field: Field) => IN_WORDS[field](person) });

/** Puts what was typed together with what is stored. @param wanted what the form would store of the person */
export const mergePerson = (form: FormData, wanted: Content, person: PersonDetails): MergedForm =>
  mergeForm({
    what: "this person was",
    labels: PERSON_LABELS,
    posted: form,
    now: sideOf(person),
    mine: sideOf(wanted),
    more: person.suspendedAt === null ? [] : ["This person is suspended now."],
  });
