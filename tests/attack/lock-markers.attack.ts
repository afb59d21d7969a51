import { Visitor } from "../support/form-driver.ts";
import { startAppWithFaults } from "../support/seed.ts";
import type { Attack } from "./attack.ts";

/** As many as fit into the headers that the server takes. */
const FORGED = 1_300;
const EXTRA_MAX = 30;

/** Cookies are the browser's to invent: one request must not become thousands. */
export const attack: Attack = {
  title: "Forges the marker of a lock for every assessment there may be, so that one page makes a call for each",
  async run() {
    const app = await startAppWithFaults();
    try {
      const visitor = await new Visitor(app.url).enter(await app.entryLink("attacker@example.org"));
      const forged = Array.from({ length: FORGED }, (_, index) => `lock-${index + 1}=9999999999`).join("; ");
      const ask = async (path: string, method: string) => {
        app.upstream.received.length = 0;
        const headers = { Cookie: `session=${visitor.cookie("session")}; ${forged}`, Origin: app.url };
        const answer = await fetch(app.url + path, { method, headers, redirect: "manual" });
        return { status: answer.status, calls: app.upstream.received.length, cookies: answer.headers.getSetCookie().length };
      };
      const home = await ask("/", "GET");
      const left = await ask("/sign-out", "POST");
      return {
        held:
          home.status < 400 &&
          left.status === 302 &&
          [home.calls, home.cookies, left.calls, left.cookies].every((number) => number <= EXTRA_MAX),
        figures: `${FORGED} forged markers: the home screen made ${home.calls} calls and set ${home.cookies} cookies, log-out ${left.calls} and ${left.cookies}`,
      };
    } finally {
      await app.stop();
    }
  },
};
