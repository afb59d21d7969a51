/**
 * Requests for certification and validation. They are stored in the transaction of what they ask for, and sent afterwards
 * (docs/rules/submission-and-certification.md#requests).
 */
import { randomUUID } from "node:crypto";
import type { Db } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { Delivery, OutboxEntry, RequestKind } from "#model/contract/outbox.ts";
import type { AssessmentRow } from "./access.ts";
import { moment, type Work } from "./work.ts";

const KINDS = { P3M3: "certification", ITIL: "validation" } as const satisfies Record<Role, RequestKind>;

/** Requests certification or validation of an assessment, also when there was a request before. */
export async function request(work: Work, { id, model }: AssessmentRow): Promise<void> {
  await work.db
    .insertInto("outbox")
    .values({
      reference: randomUUID(),
      kind: KINDS[model],
      assessment_id: id,
      requested_by: work.user.id,
      requested_at: moment(work),
    })
    .execute();
}

/** At submission: makes the request that was ticked at set-up, unless there was one before. */
export async function requestWhereTicked(work: Work, row: AssessmentRow): Promise<void> {
  if (!row.certified && !row.endorsed) return;
  const earlier = await work.db.selectFrom("outbox").select("id").where("assessment_id", "=", row.id).executeTakeFirst();
  if (!earlier) await request(work, row);
}

/** Takes back what has not been sent yet, because the tick was taken back. */
export async function withdrawUnsent({ db }: Work, assessmentId: number): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("assessment_id", "=", assessmentId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("outbox_delivery")
            .select("outbox_delivery.id")
            .whereRef("outbox_delivery.outbox_id", "=", "outbox.id")
            .where("sent_at", "is not", null),
        ),
      ),
    )
    .execute();
}

const requests = (db: Db) =>
  db
    .selectFrom("outbox")
    .innerJoin("assessment", "assessment.id", "outbox.assessment_id")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .innerJoin("team", "team.id", "organization.team_id")
    .innerJoin("user", "user.id", "outbox.requested_by")
    .select([
      "outbox.id",
      "outbox.reference",
      "outbox.kind",
      "outbox.requested_at",
      "user.email",
      "user.first_name",
      "team.name as team",
      "organization.id as organization_id",
      "organization.name as organization",
      "assessment.id as assessment_id",
      "assessment.name as assessment",
      "assessment.model",
      "assessment.selected_scope",
      "assessment.status",
      "assessment.is_test",
    ]);

/** A request with all its details. Names are those of now. */
export type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** One request; undefined when it was taken back. */
export function findRequest(db: Db, id: number) {
  return requests(db).where("outbox.id", "=", id).executeTakeFirst();
}

/** How many requests one answer holds. */
const PAGE = 50;

/** The newest requests of some models, newest first. @param before only those before the one with this number */
export async function listOutbox(
  db: Db,
  { models, before, page = PAGE }: { models: readonly Role[]; before?: number | undefined; page?: number },
): Promise<{ requests: OutboxEntry[]; more: boolean }> {
  if (models.length === 0) return { requests: [], more: false };
  const rows = await requests(db)
    .where("assessment.model", "in", [...models])
    .$if(before !== undefined, (query) => query.where("outbox.id", "<", before ?? 0))
    .orderBy("outbox.id", "desc")
    .limit(page + 1)
    .execute();
  const shown = rows.slice(0, page);
  const deliveries = await deliveriesOf(
    db,
    shown.map(({ id }) => id),
  );
  return {
    more: rows.length > page,
    requests: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      requestedAt: row.requested_at,
      requestedBy: row.email,
      team: row.team,
      organization: { id: row.organization_id, name: row.organization },
      assessment: { id: row.assessment_id, name: row.assessment, assessmentType: row.model, completed: row.status === "Completed" },
      deliveries: deliveries.get(row.id) ?? [],
    })),
  };
}

async function deliveriesOf(db: Db, ids: readonly number[]): Promise<Map<number, Delivery[]>> {
  const deliveries = new Map<number, Delivery[]>();
  if (ids.length === 0) return deliveries;
  const rows = await db
    .selectFrom("outbox_delivery")
    .selectAll()
    .where("outbox_id", "in", [...ids])
    .orderBy("channel")
    .execute();
  for (const { outbox_id, channel, attempts, next_at, sent_at, failed_at, last_error } of rows) {
    const state = sent_at ? "sent" : failed_at ? "failed" : "waiting";
    const delivery = { channel, state, attempts, at: sent_at ?? failed_at ?? next_at, error: sent_at ? null : last_error } as const;
    deliveries.set(outbox_id, [...(deliveries.get(outbox_id) ?? []), delivery]);
  }
  return deliveries;
}

/**
 * Tries abandoned deliveries again, as often as at first.
 * @param id of a request, which is then tried at once even if it only waits
 * @returns how many deliveries are tried again
 */
export async function retryDeliveries(db: Db, now: Date, id?: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox_delivery")
    .set({ failed_at: null, attempts: 0, next_at: moment({ now }) })
    .where("sent_at", "is", null)
    .$if(id === undefined, (query) => query.where("failed_at", "is not", null))
    .$if(id !== undefined, (query) => query.where("outbox_id", "=", id ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
