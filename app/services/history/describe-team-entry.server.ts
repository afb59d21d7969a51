/** Entries of the history of a team in words (docs/rules/history.md#of-a-team). Describes whatever an upstream sends, and never throws. */
import { z } from "zod";
import type { TeamHistoryEntry } from "#model/contract/team-history.ts";
import { factName, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { listed } from "#model/words.ts";
import { changedFields, entryInWords, type Names } from "~/services/history/describe-entry.server";
import { describePerson, isAboutPeople } from "~/services/history/describe-person.server";
import type { EntryView } from "~/views/history";
import { DEFAULTS_LABELS } from "~/views/report-defaults";
import { TEAM_KIND_GROUPS } from "~/views/team-history";

type Said = Partial<Pick<EntryView, "words" | "changes" | "texts">> & { words: string };

/** What an entry says. */
export function teamEntryInWords(entry: TeamHistoryEntry, names: Names): EntryView {
  const { id, at, kind } = entry;
  const by = entry.by ?? "An operator";
  const none = { about: undefined, changes: [], texts: undefined, gone: undefined, back: undefined };
  if (entry.closed) return { ...none, id, at, by, words: closedInWords(entry) };
  if (isAboutPeople(kind)) return { ...none, ...describePerson({ ...entry, about: entry.about ?? null }), by };
  const { gone, ...said } = entryInWords({ ...entry, by }, names);
  const own = Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(entry) : undefined;
  return { ...none, id, at, by, ...(own ? { ...own, ...(entry.erased ? { changes: [], texts: undefined } : {}) } : said), gone };
}

/** An entry about a model that is closed to the reader says of which sort it is, and no more. */
function closedInWords({ kind, assessment }: TeamHistoryEntry): string {
  const label = TEAM_KIND_GROUPS.find(({ kinds }) => kinds.some((each) => each === kind))?.label ?? "Something else";
  return assessment ? `${label}. Assessments of ${assessment.model} are closed to you.` : `${label}. One of the models is closed to you.`;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** What an entry is about, by the names of its fields, as far as those are plain. */
const fieldsOf = (fields: Readonly<Record<string, string>>, value: unknown): Record<string, string> => {
  const given = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, label]) => {
      const each = given[name];
      const text = typeof each === "object" && each !== null && "name" in each ? String(each.name) : each;
      return typeof text === "string" || typeof text === "number"
        ? [[label, String(text)]]
        : typeof text === "boolean"
          ? [[label, text ? "Yes" : "No"]]
          : [];
    }),
  );
};

const compared = (fields: Readonly<Record<string, string>>, { before, after }: TeamHistoryEntry) =>
  changedFields(fieldsOf(fields, before), fieldsOf(fields, after));

const ORGANIZATION = Object.fromEntries(Object.entries(ORGANIZATION_FIELDS).map(([name, field]) => [name, factName(field)]));
const ACTION = { title: "Action", why: "Why", owner: "Owner", due: "Due", state: "State", effort: "Effort", effect: "Effect" };
const EARLIER = { model: "Model", scope: "Scope", date: "Assessed", source: "Source", maturity: "Maturity" };
const STYLE = { name: "Name", accent: "Colour", confidentiality: "Confidentiality", footer: "Footer" };

const ENGAGEMENT = { name: "Name", state: "State", start: "Start", end: "End", units: "Units", people: "People" };
const engagementOf = ({ before, after }: TeamHistoryEntry) => {
  const name = nameIn(after, "engagement") ?? nameIn(before, "engagement");
  return name ? `: ${name}` : "";
};

const did = ({ before, after }: TeamHistoryEntry) => (before === undefined ? "added" : after === undefined ? "removed" : "changed");
const nameIn = (value: unknown, field: string) => fieldsOf({ [field]: "it" }, value).it;

const targets = z.array(z.object({ code: z.string(), score: z.number(), date: z.string() }));
const targetFields = (value: unknown) =>
  Object.fromEntries((targets.safeParse(value).data ?? []).map(({ code, score, date }) => [code, `${score.toFixed(2)} by ${date}`]));

const access = z.object({ access: z.string(), people: z.array(z.string().nullable()), reason: z.string().optional() });
const accessIn = (value: unknown) => access.safeParse(value).data;

function accessInWords({ before, after }: TeamHistoryEntry): Said {
  const [was, is] = [accessIn(before), accessIn(after)];
  if (!is) return { words: "Who may see it was changed" };
  const people = (side: typeof is | undefined) =>
    side === undefined
      ? ""
      : side.access === "team"
        ? "the whole team"
        : listed(side.people.map((each) => each ?? "somebody whose name is no longer kept"));
  return {
    words: is.access === "team" ? "The whole team may see it" : `Only ${people(is)} may see it`,
    changes: [
      ...changedFields({ "May see it": people(was) }, { "May see it": people(is) }),
      ...(is.reason ? [{ name: "Reason", before: undefined, after: is.reason }] : []),
    ],
  };
}

const rules = z.object({ fourEyes: z.boolean(), reason: z.string().default("") });

function rulesInWords({ after }: TeamHistoryEntry): Said | undefined {
  const { data } = rules.safeParse(after);
  if (!data) return { words: "Rules of the team changed" };
  return {
    words: `Rule of four eyes switched ${data.fourEyes ? "on" : "off"}`,
    changes: data.reason ? [{ name: "Reason", before: undefined, after: data.reason }] : [],
  };
}

/** What is not in the history of an assessment, or means something else there. */
const KINDS: Readonly<Record<string, (entry: TeamHistoryEntry) => Said | undefined>> = {
  organization: (entry) => ({
    words: entry.before === undefined && !entry.erased ? "Organization created" : "Details of the organization changed",
    changes: compared(ORGANIZATION, entry),
  }),
  access: accessInWords,
  earlier: (entry) => ({
    words: `Earlier scores ${did(entry)}${source(entry)}`,
    changes: compared(EARLIER, entry),
  }),
  targets: (entry) => ({
    words: `Targets changed: ${entry.place.split("/").slice(1).join(", ")}`,
    changes: changedFields(targetFields(entry.before), targetFields(entry.after)),
  }),
  action: (entry) => {
    const title = nameIn(entry.after, "title") ?? nameIn(entry.before, "title");
    return { words: `Action ${did(entry)}${title ? `: ${title}` : ""}`, changes: compared(ACTION, entry) };
  },
  actionRemark: ({ after }) => {
    const text = nameIn(after, "text");
    return { words: "Remark on an action", texts: text === undefined ? undefined : { before: "", after: text } };
  },
  engagement: (entry) => {
    const name = nameIn(entry.after, "name") ?? nameIn(entry.before, "name");
    const verb = entry.before === undefined ? "created" : entry.after === undefined ? "deleted" : "changed";
    return { words: `Engagement ${verb}${name ? `: ${name}` : ""}`, changes: compared(ENGAGEMENT, entry) };
  },
  engagementMember: (entry) => {
    const verb = entry.before === undefined ? "joined" : entry.after === undefined ? "taken out of" : "changed in";
    const id = nameIn(entry.after, "assessment") ?? nameIn(entry.before, "assessment") ?? "";
    return {
      words: `Assessment ${id} ${verb} the engagement${engagementOf(entry)}`,
      changes: compared({ unit: "Unit", day: "Day" }, entry),
    };
  },
  engagementPlan: (entry) => ({
    words: `Row of the plan ${did(entry)}${engagementOf(entry)}`,
    changes: compared({ kind: "Kind", day: "Day", state: "State" }, entry),
  }),
  teamRules: rulesInWords,
  reportDefaults: (entry) => ({ words: "Texts for new reports changed", changes: compared(DEFAULTS_LABELS, entry) }),
  style: (entry) => ({ words: "House style of the team changed", changes: compared(STYLE, entry) }),
  signedIn: ({ after }) => ({ words: "Signed in", changes: changedFields({}, { Device: textOf(after) }) }),
  signedOut: ({ after }) => ({ words: textOf(after) ? `Signed out ${textOf(after)}` : "Signed out" }),
  read: ({ place, organization, assessment }) => {
    if (place !== "history") return undefined;
    return { words: organization && !assessment ? "History of the organization read" : "History of the team read" };
  },
  file: ({ place, after }) => (place === "history" ? { words: `History taken out: ${textOf(after)}` } : undefined),
};

const source = ({ before, after }: TeamHistoryEntry) => {
  const name = nameIn(after, "source") ?? nameIn(before, "source");
  return name ? `: ${name}` : "";
};
