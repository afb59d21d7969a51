/**
 * The edit lock as the web application holds it (docs/rules/locks-and-saving.md#taking-the-lock). It is taken once for each assessment
 * and browser session: while the marker cookie lives, the lease is ours.
 */

import type { Assessment, HeldLock, Lock } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type LockMarkers, newPageId } from "~/services/answering/lock-markers.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { hasScope, homeOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, isUpstreamFault, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";
import type { HandoverView } from "~/views/answering";
import { isViewable, paths, viewedAt } from "~/views/paths";

const LEASE_SECONDS = 30 * 60;
const RELEASE_PATIENCE_MS = 2_000;
const endOfLease = () => Math.floor(Date.now() / 1000) + LEASE_SECONDS;
const pathOf = ({ url }: { url: string }) => new URL(url).pathname.replace(/\.data$/, "");

/**
 * Takes the lock for a screen that edits an assessment. Nothing is taken on prefetch.
 * @returns the id of the page that now holds the lock, for its release beacon; undefined when none was taken
 * @throws Redirect for the view when another site led here, and for home when another user holds the lock, where the row says so; LoadFailure
 */
export async function holdLock(context: RequestContext, request: Request, assessment: Assessment): Promise<string | undefined> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return undefined;
  if (context.lockMarkers.fromAnotherSite) throw new Redirect(viewOf(request, assessment));
  const { lockMarkers } = context;
  if (lockMarkers.isLost(assessment.id)) return undefined;
  const pageId = newPageId(pathOf(request));
  const isHeld = lockMarkers.find(assessment.id) !== undefined && (lockMarkers.answersForm || !(await hasPassedOn(assessment)));
  if (isHeld || (await takeLock(context, assessment.id))) {
    lockMarkers.open(assessment.id, pageId);
    return pageId;
  }
  throw new Redirect(
    paths.homeAt({ ...(assessment.organization ? { organizationId: assessment.organization.id } : {}), locked: assessment.id }),
  );
}

/**
 * Where somebody can read an assessment instead of editing it: the same screen as a view, or else the first of its questions; home where
 * there are none yet.
 */
function viewOf(request: Request, assessment: Assessment): string {
  const { pathname, search } = new URL(request.url);
  if (!hasScope(assessment)) return homeOf(assessment);
  return isViewable(pathname) ? `${viewedAt(pathOf(request))}${search}` : paths.view(assessment.id);
}

/**
 * Whether the lock of a live marker is ours no longer, or has come back to us and waits to be taken. Only an upstream with the extension
 * `handover` tells.
 */
async function hasPassedOn({ lock }: Assessment): Promise<boolean> {
  if (lock === undefined || !(await hasExtension("handover"))) return false;
  return !lock?.mine || Boolean(lock.passedFrom);
}

/** Who wishes to take over what is edited on a screen; undefined where the upstream passes no locks on. */
export async function handoverOf({ lock }: Assessment): Promise<HandoverView | undefined> {
  return lock === undefined || !(await hasExtension("handover")) ? undefined : handoverIn(lock);
}

/** Who wishes to take over, or has done so, as the page of a holder tells it. */
export function handoverIn(lock: HeldLock | null): HandoverView {
  const wish = lock?.mine ? lock.wish : undefined;
  return {
    wish: wish?.passesAt ? { by: wish.by.name, since: wish.since, passesAt: wish.passesAt } : null,
    holder: lock && !lock.mine ? { name: lock.holder.name, since: lock.since } : null,
  };
}

/**
 * Asks for the lock; false when another user holds it.
 * @param pageId the page that is open, as it was posted
 * @throws LoadFailure
 */
export async function takeLock(context: RequestContext, assessmentId: Id, pageId?: string): Promise<boolean> {
  try {
    await context.api.locks.take({ id: assessmentId });
    context.lockMarkers.set(assessmentId, endOfLease());
    if (pageId) context.lockMarkers.keepOpen(assessmentId, pageId);
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error.status !== 409) return loadFor("assessment", Promise.reject(error));
    context.lockMarkers.lose(assessmentId);
    return false;
  }
}

/** Extends the marker after a write, because the upstream renews the lease with every write of its holder. */
export function markRenewed(lockMarkers: LockMarkers, assessmentId: Id): void {
  if (lockMarkers.find(assessmentId)) lockMarkers.set(assessmentId, endOfLease());
}

/** Renews the lease while somebody works on a page of the assessment. A failure is ignored: the next write asks for the lock again. */
export async function renewLease(context: RequestContext, assessmentId: Id): Promise<void> {
  if (!context.lockMarkers.find(assessmentId)) return;
  const taken = context.api.locks.take({ id: assessmentId });
  await taken.then(() => markRenewed(context.lockMarkers, assessmentId)).catch(ignoreFault);
}

/** The lock, or undefined when it is free. An answer without a readable body gives a lock without names. @throws UpstreamFault */
export async function findLock(api: UserApi, assessmentId: Id): Promise<Partial<Lock> | undefined> {
  try {
    return await api.locks.get({ id: assessmentId });
  } catch (error) {
    if (error instanceof UpstreamFault && error.status === 404) return undefined;
    if (error instanceof UpstreamFault && error.status === "malformed") return {};
    throw error;
  }
}

/** What was read of another user's lock. */
export interface LockOfAnother {
  by?: string | undefined;
  since?: string | undefined;
  /** It could not be read, so it counts as held by somebody unnamed. */
  failed?: boolean;
}

/** The lock of another user; undefined when it is free or the user's own. @throws SessionOver */
export async function findLockOfAnother({ api, user }: UserContext, assessmentId: Id): Promise<LockOfAnother | undefined> {
  try {
    const lock = await findLock(api, assessmentId);
    return !lock || lock.lockedBy?.toLowerCase() === user.email.toLowerCase() ? undefined : { by: lock.lockedBy, since: lock.lockedAt };
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return { failed: true };
  }
}

/**
 * Gives back the lock of the assessment that the browser comes from, if no page that takes it is open any more
 * (docs/rules/locks-and-saving.md#giving-the-lock-back). An address that is opened in another tab comes from nowhere. Script tells of each page
 * that it shows, so where it asks, any lock without a page was taken for one that was never shown.
 */
export async function releaseLeft(context: RequestContext, request: Request): Promise<void> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return;
  const { lockMarkers } = context;
  const left = lockMarkers.leave();
  const held = lockMarkers.assessments();
  const unused = held.filter((id) => (lockMarkers.byScript || id === left) && !lockMarkers.isOpen(id));
  if (unused.length > 0) await giveBack(context, unused);
}

/** Gives back every lock that this browser holds. */
export function releaseLocks(context: RequestContext): Promise<void> {
  return giveBack(context, context.lockMarkers.assessments());
}

/** Gives back the locks of some assessments. A failure is ignored: the lease runs out by itself. */
export async function giveBack(context: RequestContext, assessmentIds: readonly Id[]): Promise<void> {
  const released = Promise.all(assessmentIds.map((assessmentId) => releaseLock(context, assessmentId)));
  // Nobody should wait for the home screen because the upstream is slow to answer.
  await withTimeout(released, RELEASE_PATIENCE_MS);
}

/** Gives back the lock of one assessment. A failure is ignored: the lease runs out by itself. */
export async function releaseLock(context: RequestContext, assessmentId: Id): Promise<void> {
  context.lockMarkers.clear(assessmentId);
  await context.api.locks.release({ id: assessmentId }).catch(ignoreFault);
}

/** Does what may take the lock of an assessment, and gives back a lock that this browser did not hold before. */
export async function borrowLock<T>(context: RequestContext, assessmentId: Id, work: () => Promise<T>): Promise<T> {
  const wasHeld = context.lockMarkers.find(assessmentId) !== undefined;
  const done = await work();
  if (!wasHeld && context.lockMarkers.find(assessmentId)) await releaseLock(context, assessmentId);
  return done;
}

/**
 * Notes the page that script shows, in place of the one that its tab showed before. Takes the lock again if another tab has given it back while
 * the page was on its way. If a colleague has it now, the page learns so by itself.
 * @param leftId the page before, of the same assessment
 */
export async function openByBeacon(context: RequestContext, assessmentId: Id, pageId: string, leftId: string): Promise<void> {
  const { lockMarkers } = context;
  if (lockMarkers.find(assessmentId) === undefined) await takeLock(context, assessmentId).catch(ignoreFault);
  lockMarkers.keepOpen(assessmentId, pageId, true);
  lockMarkers.close(assessmentId, [leftId]);
}

/**
 * Handles the beacon of pages that were left: releases the lock if no other page of the assessment is open
 * (docs/rules/locks-and-saving.md#release-beacon).
 * @param token of the session: a page that is being left can send no header
 * @param pageIds none where the page was never shown
 */
export async function releaseByBeacon(context: RequestContext, token: string, assessmentId: Id, pageIds: readonly string[]): Promise<void> {
  const { lockMarkers } = context;
  const isFree = pageIds.length > 0 ? lockMarkers.close(assessmentId, pageIds) : !lockMarkers.isOpen(assessmentId);
  if (!isFree) return;
  lockMarkers.clear(assessmentId);
  await context.api.locks.releaseByBeacon({ id: assessmentId, body: { token } }).catch(ignoreFault);
}
