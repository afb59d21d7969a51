/**
 * The edit lock as the web tier holds it (contract, "How the web tier holds it"; specification A4).
 * Once per assessment and browser session: a live marker cookie means that the lease is ours.
 */

import { randomUUID } from "node:crypto";
import type { Assessment, Lock } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Editor } from "~/services/answering/assessor.server";
import type { LockMarkers } from "~/services/answering/lock-markers.server";
import { Elsewhere, loadFor } from "~/services/faults.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";

const LEASE_SECONDS = 30 * 60;
const RELEASE_PATIENCE_MS = 2_000;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Takes the lock for a screen on which an assessment is edited, and names the page that holds it, for its beacon.
 * Nothing is taken on prefetch. Somebody else's lock leads home, where the row says so.
 */
export async function holdLock(context: Editor, request: Request, found: Assessment): Promise<string | undefined> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return undefined;
  const pageId = randomUUID();
  if (context.lockMarkers.isLost(found.id)) return undefined;
  const marker = context.lockMarkers.find(found.id);
  if (marker) {
    context.lockMarkers.set(found.id, { ...marker, pageId });
    return pageId;
  }
  if (await takeLock(context, found.id, pageId)) return pageId;
  throw new Elsewhere(paths.home({ ...(found.organization ? { organizationId: found.organization.id } : {}), locked: found.id }));
}

/** Asks for the lock; false when somebody else holds it. */
export async function takeLock(context: Editor, assessmentId: Id, pageId: string): Promise<boolean> {
  try {
    await context.api.locks.take({ id: assessmentId });
    markRenewed(context.lockMarkers, assessmentId, pageId);
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error.status !== 409) return loadFor("assessment", Promise.reject(error));
    context.lockMarkers.lose(assessmentId);
    return false;
  }
}

/** Every write by the holder renews the lease upstream; the marker follows. */
export function markRenewed(lockMarkers: LockMarkers, assessmentId: Id, pageId = lockMarkers.find(assessmentId)?.pageId): void {
  if (pageId) lockMarkers.set(assessmentId, { until: nowSeconds() + LEASE_SECONDS, pageId });
}

/** Somebody works on a page of this assessment: its lease goes on. A failure is left to the next write, which asks again. */
export async function renewLease(context: Editor, assessmentId: Id): Promise<void> {
  const marker = context.lockMarkers.find(assessmentId);
  if (!marker) return;
  try {
    await context.api.locks.take({ id: assessmentId });
    markRenewed(context.lockMarkers, assessmentId, marker.pageId);
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
  }
}

/** Who holds the lock, or undefined when it is free. Without a readable body somebody unnamed holds it. */
export async function findLock(api: UserApi, assessmentId: Id): Promise<Partial<Lock> | undefined> {
  try {
    return await api.locks.get({ id: assessmentId });
  } catch (error) {
    if (error instanceof UpstreamFault && error.status === 404) return undefined;
    if (error instanceof UpstreamFault && error.status === "malformed") return {};
    throw error;
  }
}

/** Gives back every lock that this browser holds. A failure is left to the lease, which ends by itself. */
export async function releaseLocks(context: Editor, request: Request): Promise<void> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return;
  const released = Promise.all(context.lockMarkers.assessments().map((assessmentId) => releaseLock(context, assessmentId)));
  // An upstream that does not answer must not keep the reader from going home.
  await Promise.race([released, new Promise((resolve) => setTimeout(resolve, RELEASE_PATIENCE_MS).unref())]);
}

export async function releaseLock(context: Editor, assessmentId: Id): Promise<void> {
  context.lockMarkers.clear(assessmentId);
  try {
    await context.api.locks.release({ id: assessmentId });
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
  }
}

/** The beacon of a page that was left: releases only if that page is still the one that loaded last. */
export async function releaseByBeacon(context: Editor, token: string, assessmentId: Id, pageId: string): Promise<void> {
  if (context.lockMarkers.find(assessmentId)?.pageId !== pageId) return;
  context.lockMarkers.clear(assessmentId);
  try {
    await context.api.locks.releaseByBeacon({ id: assessmentId, body: { token } });
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
  }
}
