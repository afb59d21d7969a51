/**
 * The edit lock as the web tier holds it (contract, "How the web tier holds it"; specification A4).
 * Once per assessment and browser session: a live marker cookie means that the lease is ours.
 */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import type { Assessment, Lock } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { loading } from "~/services/http/failures.server";
import { UpstreamError } from "~/services/upstream/upstream.server";
import type { AppContext } from "~/sessions.server";
import { paths } from "~/views/paths";

const LEASE_SECONDS = 30 * 60;
const RELEASE_PATIENCE_MS = 2_000;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Assessments whose lock turned out to be somebody else's while this request was saving: the page shows what was typed and says so. */
const lost = new WeakMap<AppContext, Set<string>>();

/**
 * Takes the lock for a screen on which an assessment is edited, and names the page that holds it, for its beacon.
 * Nothing is taken on prefetch. Somebody else's lock leads home, where the row says so.
 */
export async function holdLock(context: AppContext, request: Request, found: Assessment): Promise<string | undefined> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return undefined;
  const page = randomUUID();
  if (lost.get(context)?.has(String(found.id))) return undefined;
  const marker = context.lockMarker(found.id);
  if (marker) {
    context.setLockMarker(found.id, { ...marker, page });
    return page;
  }
  if (await takeLock(context, found.id, page)) return page;
  throw redirect(paths.home({ ...(found.organization ? { organizationId: found.organization.id } : {}), locked: found.id }));
}

/** Asks for the lock; false when somebody else holds it. */
export async function takeLock(context: AppContext, assessmentId: Id, page: string): Promise<boolean> {
  try {
    await context.api.locks.take({ id: assessmentId });
    markRenewed(context, assessmentId, page);
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 409) return loading("assessment", Promise.reject(error));
    context.clearLockMarker(assessmentId);
    lost.set(context, new Set(lost.get(context)).add(String(assessmentId)));
    return false;
  }
}

/** Every write by the holder renews the lease upstream; the marker follows. */
export function markRenewed(context: AppContext, assessmentId: Id, page = context.lockMarker(assessmentId)?.page): void {
  if (page) context.setLockMarker(assessmentId, { until: nowSeconds() + LEASE_SECONDS, page });
}

/** Somebody works on a page of this assessment: its lease goes on. A failure is left to the next write, which asks again. */
export async function renewLease(context: AppContext, assessmentId: Id): Promise<void> {
  const marker = context.lockMarker(assessmentId);
  if (!marker) return;
  try {
    await context.api.locks.take({ id: assessmentId });
    markRenewed(context, assessmentId, marker.page);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}

/** Who holds the lock, or undefined when it is free. Without a readable body somebody unnamed holds it. */
export async function findLock(context: AppContext, assessmentId: Id): Promise<Partial<Lock> | undefined> {
  try {
    return await context.api.locks.get({ id: assessmentId });
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return undefined;
    if (error instanceof UpstreamError && error.status === "malformed") return {};
    throw error;
  }
}

/** Gives back every lock that this browser holds. A failure is left to the lease, which ends by itself. */
export async function releaseLocks(context: AppContext, request: Request): Promise<void> {
  if (request.headers.get("Sec-Purpose")?.includes("prefetch")) return;
  const released = Promise.all(context.lockedAssessments().map((assessmentId) => releaseLock(context, assessmentId)));
  // An upstream that does not answer must not keep the reader from going home.
  await Promise.race([released, new Promise((resolve) => setTimeout(resolve, RELEASE_PATIENCE_MS).unref())]);
}

export async function releaseLock(context: AppContext, assessmentId: Id): Promise<void> {
  context.clearLockMarker(assessmentId);
  try {
    await context.api.locks.release({ id: assessmentId });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}

/** The beacon of a page that was left: releases only if that page is still the one that loaded last. */
export async function releaseByBeacon(context: AppContext, assessmentId: Id, page: string): Promise<void> {
  const token = context.currentUser()?.token;
  if (!token || context.lockMarker(assessmentId)?.page !== page) return;
  context.clearLockMarker(assessmentId);
  try {
    await context.api.locks.releaseByBeacon({ id: assessmentId, body: { token } });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}
