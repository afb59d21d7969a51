import { useCallback, useEffect, useRef, useState } from "react";
import {
  ACTIVITY_DEBOUNCE,
  callDue,
  nextChange,
  REFRESH_RETRY,
  REPORT_EVERY,
  type SessionState,
  type SessionTimes,
  sessionState,
} from "~/components/session/idle";
import { paths } from "~/views/paths";
import type { SessionClock } from "~/views/session";

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "input"] as const;

/** What the tabs of one browser tell each other. */
type Message = { kind: "activity"; at: number } | { kind: "reported"; at: number; activity: number };

/** The server sends seconds from now, so that its clock and the browser's may differ. If a refresh is overdue, it is tried again later. */
const momentsOf = ({ refreshIn, expiresIn }: SessionClock, now: number) => ({
  refreshAt: now + (refreshIn > 0 ? refreshIn * 1000 : REFRESH_RETRY),
  expiresAt: expiresIn === null ? null : now + expiresIn * 1000,
});

/**
 * Watches the session while a page stays open: activity in any tab counts for all tabs and is reported to the server, and the token is
 * refreshed in time.
 * @param clock as sent with the page; a new object restarts the timers
 */
export function useSession(clock: SessionClock): { state: SessionState; keepSignedIn: () => void } {
  const [state, setState] = useState<SessionState>("active");
  const times = useRef<SessionTimes>();
  const shown = useRef<SessionState>("active");
  const noteActivity = useRef<(options?: { atOnce: boolean }) => void>(() => undefined);

  useEffect(() => {
    const start = Date.now();
    const known = times.current;
    // Loading the page was an activity that the server knows of.
    times.current = {
      lastActivity: start,
      reportedAt: start,
      reportedActivity: start,
      ...momentsOf(clock, start),
      isOver: known?.isOver ?? false,
    };
    const tabs = "BroadcastChannel" in window ? new BroadcastChannel("session") : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCalling = false;

    const now = () => times.current as SessionTimes;
    const change = (changes: Partial<SessionTimes>) => {
      times.current = { ...now(), ...changes };
    };

    async function call(active: boolean) {
      isCalling = true;
      const { lastActivity } = now();
      const body = new URLSearchParams({ at: location.pathname });
      if (active) body.set("active", String(Math.round((Date.now() - lastActivity) / 1000)));
      try {
        const response = await fetch(paths.session(), { method: "POST", body });
        const answer: { signedIn: boolean } & SessionClock = await response.json();
        const answeredAt = Date.now();
        if (!answer.signedIn) change({ isOver: true });
        else change(momentsOf(answer, answeredAt));
        if (active) {
          change({ reportedAt: answeredAt, reportedActivity: lastActivity });
          tabs?.postMessage({ kind: "reported", at: answeredAt, activity: lastActivity } satisfies Message);
        }
      } catch {
        // The network is down: due calls are tried again, and the session ends by the clock.
        change(active ? { reportedAt: Date.now() - REPORT_EVERY + REFRESH_RETRY } : { refreshAt: Date.now() + REFRESH_RETRY });
      } finally {
        isCalling = false;
        look();
      }
    }

    function look() {
      clearTimeout(timer);
      const moment = Date.now();
      shown.current = sessionState(now(), moment);
      setState(shown.current);
      if (shown.current === "idle" || shown.current === "expired") return;
      const due = callDue(now(), moment);
      if (due && !isCalling) void call(due === "report");
      timer = setTimeout(look, Math.min(nextChange(now(), moment), isCalling ? REFRESH_RETRY : Number.POSITIVE_INFINITY));
    }

    let lastNoted = start;
    noteActivity.current = ({ atOnce } = { atOnce: false }) => {
      const moment = Date.now();
      lastNoted = moment;
      change({ lastActivity: moment, ...(atOnce ? { reportedAt: 0 } : {}) });
      tabs?.postMessage({ kind: "activity", at: moment } satisfies Message);
      look();
    };
    const onSign = () => {
      // While the warning is shown, only its button counts as activity.
      if (shown.current === "active" && Date.now() - lastNoted >= ACTIVITY_DEBOUNCE) noteActivity.current();
    };
    if (tabs) {
      tabs.onmessage = ({ data }: MessageEvent<Message>) => {
        if (data.kind === "activity") change({ lastActivity: Math.max(now().lastActivity, data.at) });
        else change({ reportedAt: Math.max(now().reportedAt, data.at), reportedActivity: Math.max(now().reportedActivity, data.activity) });
        look();
      };
    }
    tabs?.postMessage({ kind: "activity", at: start } satisfies Message);
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true });
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", look);
    look();
    return () => {
      clearTimeout(timer);
      tabs?.close();
      for (const sign of SIGNS) window.removeEventListener(sign, onSign);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", look);
    };
  }, [clock]);

  return { state, keepSignedIn: useCallback(() => noteActivity.current({ atOnce: true }), []) };
}
