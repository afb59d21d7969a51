import { lockRelease } from "#model/contract/assessments.ts";
import { type Api, type Handlers, idParameter, noContent, noPayload, ok, parseBody } from "../handlers.ts";
import { notFound } from "../problem.ts";
import { isReadOnly, lockableAssessment, mayWrite, readableAssessment } from "../services/access.ts";
import { describeLease, findLease, releaseLock, takeLock } from "../services/locks.ts";
import { moment } from "../services/work.ts";
import { inTransaction } from "../store/open.ts";

/** The edit lock (contract, "Edit lock"). */
export function lockRoutes(app: Api, { store, clock, bearers, reading, writing }: Handlers): void {
  app.get(
    "/assessments/:id/lock",
    reading(async (work, context) => {
      const { id } = await readableAssessment(work, idParameter(context, "id"));
      const lease = await findLease(work.db, id, work.now);
      if (!lease) throw notFound("Nobody holds the lock.");
      return describeLease(lease);
    }),
  );

  app.post(
    "/assessments/:id/lock",
    writing(noPayload, async (work, _body, context) => {
      const row = await lockableAssessment(work, idParameter(context, "id"));
      // Nothing to protect where nothing can be written: the reader gets in, and no lease is kept.
      if (isReadOnly(row) || !mayWrite(work, row))
        return ok({ lockedBy: work.user.email, lockedAt: moment(work), expiresAt: moment(work) });
      return ok(await takeLock(work, row.id));
    }),
  );

  app.delete(
    "/assessments/:id/lock",
    writing(noPayload, async (work, _body, context) => {
      const { id } = await readableAssessment(work, idParameter(context, "id"));
      await releaseLock(work.db, id, work.user.id);
      return noContent;
    }),
  );

  // The beacon of a page that is left cannot send headers, so the token comes in the body.
  app.post("/assessments/:id/lock/delete", async (context) => {
    const { token } = parseBody(lockRelease, await context.req.text());
    const userId = await bearers.userIdOf(token, clock());
    await inTransaction(store, (db) => releaseLock(db, idParameter(context, "id"), userId));
    return context.body(null, 204);
  });
}
