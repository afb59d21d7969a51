import { dayOf, daysAfter } from "#model/days.ts";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { CLICK, cookiesOf, type RawRequest, raw } from "../support/raw.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const EMAIL = "attacker@example.org";
const CREATED = 500;

/** A browser takes each of these for an address of another site. */
const ELSEWHERE = [
  "//evil.example/%2e%2e",
  "//evil.example/",
  "//",
  "/x/..//evil.example/%2e%2e",
  "/\\evil.example/%2e%2e",
  "/%2f/evil.example/..",
];
/** Names that mail programs make links of, in plain letters and in others that look or read the same. */
const LEADING = ["evil.com", "evil．com", "evil\u2024com", "evil。com", "ｗｗｗ.x", "jane＠example", "www.x", "https://x"];
/** Addresses with lines of their own, or with what ends a text. */
const BROKEN = ["a\u0000b@x.example", "a@x\u007f.example", "a@x.exam\u0001ple", "a@x.example\r\nBcc: b@x.example", "a\tb@x.example"];

/** What no browser sends, and what no person does. */
export const attack: Attack = {
  title: "Sends what makes a server stumble, disguises names, and creates without end",
  async run() {
    const app = await startApp();
    try {
      const enter = async (email: string) =>
        cookiesOf(await raw(app.url, new URL(await app.entryLink(email)).pathname, { headers: CLICK }));
      const Cookie = await enter(EMAIL);
      const form = (entries: Record<string, string>): RawRequest => {
        const body = new URLSearchParams(entries).toString();
        const headers = {
          Cookie,
          Origin: app.url,
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": `${body.length}`,
        };
        return { method: "POST", headers, body };
      };
      const organizationId = await createOrganization(await apiClient(app.databaseUrl, EMAIL), { name: "A\u202ec\u200bme" });
      const odd = await Promise.all([
        raw(app.url, "/", { headers: { Host: "evil host" } }),
        raw(app.url, "/", { headers: { Host: "[", Cookie } }),
        raw(app.url, "/", { method: "TRACE", headers: { Origin: app.url } }),
        raw(app.url, "http://evil.example/"),
        raw(app.url, "/?_data=x", { headers: { Cookie } }),
        raw(app.url, "/assessments/1/result?%5Fdata=root", { headers: { Cookie } }),
        raw(app.url, "/organization", form({ __intent__: "{" })),
        raw(app.url, "/session", form({ active: "1", at: "/assessments/%E0" })),
        raw(app.url, "/?index", form({ command: "constructor", assessment: "1" })),
      ]);
      const stumbled = odd.filter(({ status }) => status >= 500).length + app.output().split('"request failed"').length - 1;

      let led = 0;
      for (const path of ELSEWHERE)
        for (const headers of [{ Cookie }, {}] as Record<string, string>[]) {
          const { status, headers: answered } = await raw(app.url, path, { headers });
          // A way to sign in, or home, is on this site.
          const to = answered.location === undefined ? app.url : new URL(answered.location, app.url).origin;
          if (to !== app.url || (path.startsWith("//") && status !== 404)) led += 1;
        }

      const lead = await apiClient(app.databaseUrl, "lead@odd.example", { team: "Odd", permission: "lead" });
      const id = await createP3M3(lead, await createOrganization(lead), { perspectiveIds: [1], threadIds: [2] });
      const people = [
        ...LEADING.map((name, index) => ({ name, email: `person${index}@odd.example` })),
        ...BROKEN.map((email) => ({ name: "Jane", email })),
      ];
      const sheet = { places: ["thread/1/2"], until: daysAfter(dayOf(new Date(), "UTC"), 7), message: "", checksFacts: false };
      let [accepted, faults] = [0, 0];
      for (const person of people)
        for (const { status, body } of [
          await lead.post("/invitations", { people: [person], permission: "viewer", roles: ["P3M3"] }),
          await lead.post(`/assessments/${id}/voices`, { voices: [{ ...person, role: "User" }], ...sheet }),
        ]) {
          const [person] = body.people ?? body.voices ?? [];
          if (status < 300 && person.refused === undefined) accepted += 1;
          if (status === 429 || status >= 500) faults += 1;
        }

      const page = await raw(app.url, "/", { headers: { Cookie } });
      const disguised = /[\u200b\u202e]/.test(page.body);

      const profile = { assessmentType: "ITIL", selectedScope: "Maturity" };
      const address = `/organizations/${organizationId}/assessment`;
      const began = performance.now();
      const made = { created: 0, refused: 0 };
      for (let count = 0; count < CREATED; count += 1) {
        const { status } = await raw(app.url, address, form({ ...profile, name: `Again ${count}`, formId: String(count) }));
        if (status === 302) made.created += 1;
        if (status === 429) made.refused += 1;
      }
      const seconds = (performance.now() - began) / 1000;
      const allowed = 60 * Math.ceil(seconds / 60 + 1);
      return {
        held:
          stumbled === 0 &&
          led === 0 &&
          accepted === 0 &&
          faults === 0 &&
          !disguised &&
          made.created <= allowed &&
          made.created + made.refused === CREATED,
        figures: `${stumbled} of ${odd.length} odd requests were faults; ${led} of ${ELSEWHERE.length} addresses led to another site; ${accepted} of ${2 * people.length} names and addresses that lead somewhere were taken, ${faults} were not judged; an invisible character ${disguised ? "is" : "is not"} shown in a name; of ${CREATED} assessments in ${seconds.toFixed(1)} s ${made.created} were created and ${made.refused} refused in words`,
      };
    } finally {
      await app.stop();
    }
  },
};
