import { paths } from "../../app/views/paths.ts";
import { completeP3M3, createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const REPORTS = 18;
/** Two of each other person come before one's own at most; where they begin together, a third may have ended. */
const AHEAD_MAX = 4;

/** Somebody with a completed assessment of their own team. */
async function assessorOf(app: App, name: string) {
  const email = `${name}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { team: name });
  const id = await completeP3M3(client, await createOrganization(client), "FFPNN");
  const visitor = await new Visitor(app.url).get(await app.entryLink(email));
  const cookie = ["session", "seen"].map((each) => `${each}=${visitor.cookie(each)}`).join("; ");
  return { id, ask: (path: string) => fetch(app.url + path, { headers: { Cookie: cookie } }) };
}

export const attack: Attack = {
  title: "One person asks for as many reports at once as there is room for, so that nobody else gets a file.",
  async run() {
    const app = await startApp();
    try {
      const [mallory, kim] = [await assessorOf(app, "mallory"), await assessorOf(app, "kim")];
      // The workers have begun, so that their start is no part of the attack.
      await (await mallory.ask(paths.workbook(mallory.id))).arrayBuffer();
      const quietly = performance.now();
      await (await kim.ask(paths.workbook(kim.id))).arrayBuffer();
      const alone = performance.now() - quietly;
      let ended = 0;
      let begun = () => {};
      const first = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const reports = Array.from({ length: REPORTS }, async (_, index) => {
        const answer = await mallory.ask(paths.reportFile(mallory.id, index % 2 === 0 ? "pptx" : "docx"));
        await answer.arrayBuffer();
        ended += 1;
        begun();
        return answer.status;
      });
      // One is done, so all of them have arrived.
      await first;
      const before = ended;
      const startedAt = performance.now();
      const workbook = await kim.ask(paths.workbook(kim.id));
      await workbook.arrayBuffer();
      const [ahead, waited] = [ended - before, performance.now() - startedAt];
      const statuses = await Promise.all(reports);
      const given = statuses.filter((status) => status === 200).length;
      return {
        held: workbook.status === 200 && ahead <= AHEAD_MAX,
        figures: `${REPORTS} reports at once, ${given} given, ${statuses.filter((status) => status === 503).length} turned away; another team's Excel file: ${workbook.status} after ${ahead} of them and ${(waited / 1000).toFixed(1)} s, alone ${(alone / 1000).toFixed(1)} s`,
      };
    } finally {
      await app.stop();
    }
  },
};
