/** The texts of the report of an engagement (docs/rules/engagements.md#the-report). */
import { sql } from "kysely";
import { forbidden } from "#api/problem.ts";
import type { EngagementTextForm, EngagementTexts } from "#model/contract/engagements.ts";
import type { BasedText } from "#model/contract/wording-basis.ts";
import { engagementMessages } from "#model/engagements.ts";
import { deedsOf } from "#model/permissions.ts";
import { apartIn, readableAssessments, refuseApart } from "./access.ts";
import { type EngagementRow, engagementPlace, getOpenEngagement, getReadableEngagement } from "./engagements.ts";
import { organizationChain, record } from "./history.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

const partOf = ({ id, organization_id }: EngagementRow, part: string): PartAddress<"engagementText"> => ({
  name: "engagementText",
  of: organizationChain(organization_id),
  place: `${engagementPlace(id)}/text/${part}`,
});

const basisOf = (stored: string | null): BasedText["basis"] => (stored === null ? null : JSON.parse(stored));

/** Refuses whoever lacks the model of a member, or rates one apart: the texts tell of its result. @throws Problem 403 */
async function requireResults(work: Work, { id }: EngagementRow): Promise<void> {
  const editions = await readableAssessments(work)
    .select(["assessment.id", "assessment.model", apartIn(work).as("apart")])
    .where(
      sql<boolean>`exists (select 1 from engagement_member
        where engagement_member.engagement_id = ${id} and engagement_member.assessment_id = coalesce(assessment.first_edition_id, assessment.id))`,
    )
    .execute();
  if (editions.some(({ model }) => !work.user.roles.includes(model))) throw forbidden(engagementMessages.noReport);
  for (const edition of editions) refuseApart(edition);
}

/** Every text that was ever written, with the facts on which it rests. @throws Problem 404, 403 */
export async function listEngagementTexts(work: Work, id: number): Promise<EngagementTexts> {
  const { row, organization } = await getReadableEngagement(work, id);
  await requireResults(work, row);
  const read = () =>
    work.db.selectFrom("engagement_text").select(["part", "body", "basis"]).where("engagement_id", "=", id).orderBy("part").execute();
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(
    work.db,
    (await read()).map(({ part }) => partOf(row, part)),
  );
  return {
    texts: (await read()).map(({ part, body, basis }) => ({
      ...{ part, body, basis: basisOf(basis) },
      versions: versions.get(partOf(row, part).place) ?? { engagementText: 0 },
    })),
    may: deedsOf(organization.is_own === 1, work.user.permission),
  };
}

/** Stores a text with the facts on which it rests; an empty one takes it back. @throws Problem 404, 403, 412, 422 when it is closed */
export async function putEngagementText(work: Work, id: number, { part, body, basis }: EngagementTextForm): Promise<void> {
  const { row } = await getOpenEngagement(work, id);
  await requireResults(work, row);
  const place = partOf(row, part);
  const before = await work.db
    .selectFrom("engagement_text")
    .select(["body", "basis"])
    .where("engagement_id", "=", id)
    .where("part", "=", part)
    .executeTakeFirst();
  const content = { body, basis: body === "" || basis === null ? null : JSON.stringify(basis), updated_at: moment(work) };
  if ((before?.body ?? "") === body && (before?.basis ?? null) === content.basis) return;
  const stored = { part, body: before?.body ?? "", basis: basisOf(before?.basis ?? null) };
  await advance(work, place, async () => ({ ...stored, versions: await versionsOf(work.db, [place]) }));
  // The history says that the report was changed, not what it says.
  if (stored.body !== body)
    await record(work, organizationChain(row.organization_id), {
      kind: "engagement",
      place: engagementPlace(id),
      before: { name: row.name },
      after: { name: row.name, changed: ["report"] },
    });
  await work.db
    .insertInto("engagement_text")
    .values({ engagement_id: id, part, ...content })
    .onConflict((conflict) => conflict.columns(["engagement_id", "part"]).doUpdateSet(content))
    .execute();
}
