/**
 * When an open page warns and logs out (docs/rules/sign-in-and-session.md#idle-time). Times in milliseconds, all from the browser's clock.
 */

export const IDLE_AFTER = 25 * 60_000;
export const LOGGED_OUT_AFTER = IDLE_AFTER + 60_000;
/** Activity is reported to the server at most this often. */
export const REPORT_EVERY = 5 * 60_000;
/** Events within this time count as one activity. */
export const ACTIVITY_DEBOUNCE = 500;
/** If a token could not be refreshed, it is tried again after this time, until the old one ends. */
export const REFRESH_RETRY = 60_000;

export interface SessionTimes {
  lastActivity: number;
  /** When the last report was sent, and the activity that it reported. */
  reportedAt: number;
  reportedActivity: number;
  refreshAt: number;
  /** When the token ends; null when unknown. */
  expiresAt: number | null;
  /** The server answered that nobody is signed in any more. */
  isOver: boolean;
}

export type SessionState = "active" | "warned" | "idle" | "expired";

/** What a page should show now: nothing, the idle warning, or that the session ended by idling or expiry. */
export function sessionState(times: SessionTimes, now: number): SessionState {
  const idle = now - times.lastActivity;
  if (idle >= LOGGED_OUT_AFTER) return "idle";
  if (times.isOver || (times.expiresAt !== null && now >= times.expiresAt)) return "expired";
  return idle >= IDLE_AFTER ? "warned" : "active";
}

/** The call that is due now: reporting activity, or asking for a new token. */
export function callDue(times: SessionTimes, now: number): "report" | "refresh" | undefined {
  if (times.lastActivity > times.reportedActivity && now >= times.reportedAt + REPORT_EVERY) return "report";
  return now >= times.refreshAt ? "refresh" : undefined;
}

/** Milliseconds until something may change by itself; never zero. */
export function nextChange(times: SessionTimes, now: number): number {
  const moments = [times.lastActivity + IDLE_AFTER, times.lastActivity + LOGGED_OUT_AFTER, times.refreshAt, times.expiresAt ?? Infinity];
  if (times.lastActivity > times.reportedActivity) moments.push(times.reportedAt + REPORT_EVERY);
  return Math.max(50, Math.min(...moments.filter((moment) => moment > now)) - now);
}
