import { openStore } from "#api/store/open.ts";
import { EVIDENCE_MAX, EVIDENCE_TEXT_MAX } from "#model/evidence.ts";
import { createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";

/** Who fills what there is. */
export const FILLER = "mallory@example.org";

/** Mallory with an organization, and somebody of another team. Both are signed in. */
export async function enterTwo(app: App) {
  const client = await apiClient(app.databaseUrl, FILLER);
  const organizationId = await createOrganization(client);
  const visitor = await new Visitor(app.url).get(await app.entryLink(FILLER));
  const other = await new Visitor(app.url).get(await app.entryLink("kim@example.org"));
  return { client, organizationId, visitor, other };
}

/** What a visitor's browser sends. */
export const cookieOf = (visitor: Visitor) => ["session", "seen"].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");

/** @param length in characters @param index makes each of several different */
export const filler = (length: number, index = 0) =>
  `${index} The plan is on the wall, and nobody reads it. `.repeat(length / 20).slice(0, length);

/**
 * Stores as many entries of evidence as there may be, with the longest texts.
 * @param places that each entry serves
 * @param others what the newer half serves instead, in turn: as many places each
 */
export async function fillEvidence(
  app: App,
  assessmentId: number,
  places: readonly string[],
  others: readonly string[] = places,
): Promise<void> {
  const store = openStore(app.databaseUrl);
  const row = {
    ...{
      assessment_id: assessmentId,
      kind: "document" as const,
      what: filler(EVIDENCE_TEXT_MAX.what),
      found_at: filler(EVIDENCE_TEXT_MAX.where),
    },
    ...{ who: filler(EVIDENCE_TEXT_MAX.who), date: null, good_until: null, remark: filler(EVIDENCE_TEXT_MAX.remark) },
  };
  for (let done = 0; done < EVIDENCE_MAX; done += 100) {
    const rows = Array.from({ length: 100 }, () => row);
    const ids = await store.insertInto("evidence").values(rows).returning("id").execute();
    const servedBy = (index: number) =>
      index < EVIDENCE_MAX / 2 ? places : places.map((_, at) => others[(index * places.length + at) % others.length] ?? "");
    const served = ids.flatMap(({ id }, index) =>
      servedBy(done + index).map((place) => ({
        assessment_id: assessmentId,
        evidence_id: id,
        place,
        supports: "[1,2,3]",
        against: "[4,5]",
      })),
    );
    for (let from = 0; from < served.length; from += 1_000)
      await store
        .insertInto("evidence_place")
        .values(served.slice(from, from + 1_000))
        .execute();
  }
  await store.destroy();
}
