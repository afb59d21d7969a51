/**
 * An organization that somebody changed while another had its form open (docs/rules/organizations.md#changed-meanwhile). The second has to
 * see the change before anything is stored.
 */
import { z } from "zod";
import type { Id } from "#model/contract/common.ts";
import type { Organization, OrganizationForm } from "#model/contract/organizations.ts";
import { fieldNames, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { carriedIn } from "~/services/http/form-schema.server";
import { getOwnOrganization } from "~/services/upstream/organizations.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { posted, textIn } from "~/views/form-fields";

const TYPED = fieldNames(ORGANIZATION_FIELDS, "text", "choice");
const FIELDS = fieldNames(ORGANIZATION_FIELDS, "text", "choice", "tick");
type Field = (typeof FIELDS)[number];
/** What each field holds, as a browser posts it; "" for nothing. */
type FieldTexts = Record<Field, string>;

/** An organization as it is read, which may lack fields, or as the form would store it. */
type StoredOrganization = Pick<Organization, Field>;

const held = z.record(z.enum(FIELDS), z.string());

const heldBy = (stored: StoredOrganization) =>
  Object.fromEntries(FIELDS.map((field) => [field, posted(stored[field]) ?? ""])) as FieldTexts;

/** What the form was made from, as text for it to carry. */
export const baseOf = (organization: StoredOrganization): string => JSON.stringify(heldBy(organization));

export interface Conflict {
  /** What happened, for people: a line for each field that is different now. */
  messages: string[];
  /** The form as it is to be shown: what was typed is kept, everything else is as it is stored now. */
  form: FormData;
  /** What that form is made from. */
  base: string;
}

interface PostedForm {
  form: FormData;
  /** What the form would store. */
  wanted: OrganizationForm;
}

/**
 * Saves the changes to an organization (docs/rules/organizations.md#saving), unless it was changed after the form was made.
 * @returns the other user's changes, in which case nothing was saved
 * @throws UpstreamFault, LoadFailure; Forbidden for the organization of another team
 */
export function changeOrganization(api: UserApi, organizationId: Id, posted: PostedForm): Promise<Conflict | undefined> {
  return untilUnmoved(async () => {
    const stored = await getOwnOrganization(api, organizationId);
    const conflict = findConflict(stored, posted);
    if (!conflict) await api.organizations.put({ id: organizationId, body: posted.wanted }, { madeFrom: stored.versions });
    return conflict;
  });
}

/** Compares what the form was made from with what is stored; undefined when nothing differs but what the form wants too. */
function findConflict(stored: Organization, { form, wanted }: PostedForm): Conflict | undefined {
  const [base, now, mine] = [carriedIn(form, "base", held), heldBy(stored), heldBy(wanted)];
  // A form that does not say what it was made from may be of any age.
  const moved = FIELDS.filter((field) => now[field] !== base?.[field] && now[field] !== mine[field]);
  if (moved.length === 0) return undefined;
  const isKept = (field: Field) => (base ? mine[field] !== base[field] : field !== "benchmarkConsent" || mine[field] === "");
  const shown = new FormData();
  for (const field of FIELDS) {
    const value = isKept(field) ? mine[field] : now[field];
    if (field !== "benchmarkConsent" || value !== "") shown.set(field, value);
  }
  shown.set("base", baseOf(stored));
  const lines = TYPED.filter((field) => moved.includes(field)).map((field) => {
    const [now, mine] = [textIn(stored[field]), textIn(wanted[field])];
    const kept = mine ? `What you entered is kept below: ‘${mine}’.` : "Below it stays empty, as you left it.";
    return `${ORGANIZATION_FIELDS[field].label} is now ${now ? `‘${now}’` : "empty"}.${isKept(field) ? ` ${kept}` : ""}`;
  });
  if (moved.includes("benchmarkConsent") && !isKept("benchmarkConsent"))
    lines.push(
      stored.benchmarkConsent
        ? "The consent to benchmarking was given, so its box is ticked."
        : "The consent to benchmarking was withdrawn, so its box is not ticked any more.",
    );
  return {
    messages: [
      "Nothing was saved yet: this organization was changed after you opened this page.",
      ...lines,
      "Look through the form below, then save again.",
    ],
    form: shown,
    base: baseOf(stored),
  };
}
