/** What an approval covers, and who changed it (docs/rules/peer-review.md#what-an-approval-covers). */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { unpack } from "#api/store/packed.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import { fingerprint } from "#model/note.ts";
import { COVERED_PART_NAMES, type Covered, type CoveredPart, canonical, partOfText, SEEN_PART } from "#model/peer-review.ts";
import { agreementOfReport, withoutRaters } from "#model/ratings.ts";
import type { Target } from "#model/targets.ts";
import { targetsPlace } from "#model/targets.ts";
import type { AssessmentRow } from "./access.ts";
import { actionsInReport } from "./actions.ts";
import { earlierResults } from "./comparison.ts";
import { assessmentChain, organizationChain } from "./history.ts";
import { modelOf } from "./models.ts";
import { agreementNow } from "./ratings/differences.ts";
import type { Work } from "./work.ts";

/** Enough that nobody finds two texts with the same. */
const DIGEST = 22;
const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, DIGEST);

/** The digest of everything that an approval covers, part by part. */
export const digestOf = (content: Covered): string =>
  COVERED_PART_NAMES.map((part) => digest(canonical({ [part]: content[part] ?? {} })).slice(0, SEEN_PART)).join("");

/** Texts by what they say: what was removed and added anew is the same. Two that are alike have numbers. */
function byContent(values: readonly unknown[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(digest(value), (counts.get(digest(value)) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].flatMap(([key, n]) => Array.from({ length: n }, (_, index) => [index === 0 ? key : `${key}.${index}`, "1"])),
  );
}

/** What an approval covers, and the actions and earlier scores in it by number. */
export interface CoveredContent {
  content: Covered;
  actions: number[];
  earlier: number[];
}

/** What the full report of an assessment can show now, as an approval keeps it. */
export async function coveredContent(work: Work, row: AssessmentRow): Promise<CoveredContent> {
  const { db } = work;
  const { id, organization_id: organizationId } = row;
  const content: { [P in CoveredPart]?: Record<string, string> } = {};
  const put = (part: CoveredPart, key: string, value: string) => {
    const items = content[part] ?? {};
    content[part] = items;
    items[key] = value;
  };

  put("scope", "scope", digest([row.selected_scope, row.selected_level, row.perspective_ids, row.thread_ids, row.practices]));
  put("details", "name", digest([row.name, row.previous_id]));
  const organization = await db
    // The caller may have the assessment, so its organization too: `isReadable` would say the same.
    .selectFrom("organization")
    .select(["name", "business_unit", "country_id", "industry_id", "size_id"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  put("organization", "organization", digest(organization));

  const [contents] = await modelOf(row).statements(work, [row]);
  for (const [place, { selections, descoped }] of contents ?? []) {
    if (descoped) put("descoping", place, digest(descoped.reason));
    else for (const [index, selection] of selections.entries()) if (selection !== "N/A") put("answers", `${place}/${index + 1}`, selection);
  }
  for (const mark of await db.selectFrom("diagnostic_mark").selectAll().where("assessment_id", "=", id).execute())
    put("attributes", String(mark.diagnostic_id), String(mark.is_positive));

  const bodies = new Map(
    (await db.selectFrom("note").selectAll().where("assessment_id", "=", id).execute()).map(({ kind, first_id, second_id, body }) => {
      const subject: Subject = kind === "thread" ? { kind, perspectiveId: first_id, threadId: second_id } : { kind, id: first_id };
      return [placeOf(subject), body];
    }),
  );
  for (const { place, digest: then, ticked } of await db.selectFrom("report_note").selectAll().where("assessment_id", "=", id).execute()) {
    const body = bodies.get(place) ?? "";
    // A note that has other words since it was ticked is not in the report.
    if (ticked === 1 && body !== "" && fingerprint(withoutRaters(body)) === then) put("notes", place, digest(body));
  }

  const places = await db.selectFrom("evidence_place").selectAll().where("assessment_id", "=", id).execute();
  const entries = (await db.selectFrom("evidence").selectAll().where("assessment_id", "=", id).execute()).map(
    ({ id: entryId, assessment_id: _, ...entry }) => ({
      ...entry,
      places: places
        .filter(({ evidence_id }) => evidence_id === entryId)
        .map(({ place, supports, against }) => [place, supports, against])
        .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
    }),
  );
  content.evidence = byContent(entries);

  for (const { part, body } of await db.selectFrom("report_text").selectAll().where("assessment_id", "=", id).execute()) {
    const covered = body === "" ? undefined : partOfText(part);
    if (covered) put(covered, part, digest(body));
  }

  const agreement = await agreementNow(work, row);
  if (agreement) put("method", "ratings", agreementOfReport(agreement, ""));

  const { made, byHand } = await earlierResults(work, row);
  for (const [key, value] of Object.entries(made)) put("earlier", key, value);
  for (const { id: earlierId, ...scores } of byHand) put("earlier", `earlier/${earlierId}`, digest(scores));

  const views = await viewsShown(work, id);
  if (views) put("views", "views", digest(views));

  const actions = await actionsInReport(db, row);
  content.actions = byContent(
    actions.map(({ title, why, places: about, owner, due, effort, effect }) => [title, why, about, owner, due, effort, effect]),
  );
  const targets = await db
    .selectFrom("target_set")
    .select("targets")
    .where("organization_id", "=", organizationId)
    .where("model", "=", row.model)
    .where("scope", "=", row.model === "P3M3" ? row.selected_scope : "")
    .executeTakeFirst();
  for (const { code, ...target } of JSON.parse(targets?.targets ?? "[]") as Target[]) put("targets", code, digest(target));
  return { content, actions: actions.map((action) => action.id), earlier: byHand.map((each) => each.id) };
}

/** What voices said, where the report shows it. */
async function viewsShown({ db }: Work, assessmentId: number): Promise<unknown> {
  const setting = await db.selectFrom("voice_setting").selectAll().where("assessment_id", "=", assessmentId).executeTakeFirst();
  if (setting?.show_in_results !== 1) return undefined;
  const pages = await db
    .selectFrom("voice_page")
    .innerJoin("voice", "voice.id", "voice_page.voice_id")
    .select(["voice.number", "voice.role", "voice_page.place", "voice_page.question_id", "choices"])
    .where("voice_page.assessment_id", "=", assessmentId)
    .where("voice.taken_back_at", "is", null)
    .execute();
  const voices = await db
    .selectFrom("voice")
    .select(["number", "role"])
    .where("assessment_id", "=", assessmentId)
    .where("taken_back_at", "is", null)
    .orderBy("number")
    .execute();
  const sorted = pages.map((page) => JSON.stringify(page)).sort();
  return [setting.roles, voices, sorted];
}

/** Kinds of entries about what an approval covers, in the chain of an assessment. Some of them count only in part. */
const OF_ASSESSMENT = [
  "answers",
  "marks",
  "reason",
  "descoped",
  "rescoped",
  "evidence",
  "wording",
  "profile",
  "scope",
  "voices",
  "note",
] as const;
/** What no report shows of a profile, an organization or an action. */
const NOT_SHOWN: ReadonlySet<string> = new Set(["certified", "endorsed", "isTestAssessment", "benchmarkConsent", "state"]);

/** Whether a change is of something that reports show. */
function isShown(packed: string | null): boolean {
  // What was erased is not known. Rather somebody too many cannot approve.
  if (packed === null) return true;
  const { before, after } = unpack(packed) as { before?: Record<string, unknown>; after?: Record<string, unknown> };
  return before === undefined || after === undefined || isAnother(before, after);
}

function isAnother(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => !NOT_SHOWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * Everybody who has changed something that an approval covers since the assessment or edition began, by number, also what was put back.
 * Beginning it counts as no change (docs/rules/peer-review.md#four-eyes).
 */
export async function whoChanged({ db }: Work, row: AssessmentRow, { content, actions, earlier }: CoveredContent): Promise<Set<number>> {
  const chain = assessmentChain(row.id);
  const rows = await db
    .selectFrom("history")
    .select(["user_id", "kind", "place"])
    .distinct()
    .where("chain", "=", chain)
    .where("kind", "in", [...OF_ASSESSMENT])
    .execute();
  const people = new Set<number>();
  const profiles: number[] = [];
  for (const { user_id, kind, place } of rows) {
    if (kind === "note" && content.notes?.[place] === undefined) continue;
    if (kind === "voices" && content.views === undefined) continue;
    if (kind === "wording" && place !== NOTES_TICKED && partOfText(place.slice("wording/".length)) === undefined) continue;
    if (kind === "profile") profiles.push(user_id);
    else people.add(user_id);
  }
  const began = await db.selectFrom("history").select("at").where("chain", "=", chain).orderBy("seq").limit(1).executeTakeFirst();
  const since = began?.at ?? row.date_started;
  const ofOrganization = organizationChain(row.organization_id);
  const scope = row.model === "P3M3" ? row.selected_scope : null;
  const whole = [targetsPlace(row.model, scope), ...earlier.map((id) => `earlier/${id}`)];
  const further = await db
    .selectFrom("history")
    .select(["user_id", "kind", "place", "content"])
    .where(({ or, and, eb }) =>
      or([
        ...(profiles.length > 0 ? [and([eb("chain", "=", chain), eb("kind", "=", "profile")])] : []),
        and([
          eb("chain", "=", ofOrganization),
          eb("at", ">=", since),
          or([
            eb("place", "in", whole),
            ...(actions.length > 0
              ? [
                  and([
                    eb("kind", "=", "action"),
                    eb(
                      "place",
                      "in",
                      actions.map((id) => `action/${id}`),
                    ),
                  ]),
                ]
              : []),
          ]),
        ]),
        and([
          eb("scope", "=", row.organization_id),
          eb("kind", "=", "organization"),
          eb("at", ">=", since),
          sql<boolean>`chain like 'team/%'`,
        ]),
      ]),
    )
    .execute();
  for (const { user_id, kind, place, content: packed } of further)
    if (whole.includes(place) || (isShown(packed) && !(kind === "organization" && isFirst(packed)))) people.add(user_id);
  return people;
}

/** Whether an entry tells of something new. */
const isFirst = (packed: string | null): boolean => packed !== null && (unpack(packed) as { before?: unknown }).before === undefined;

/** Where the history has which notes are ticked for the client. */
const NOTES_TICKED = "wording/notes-ticked";
