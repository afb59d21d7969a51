import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { upload } from "../support/workbook.ts";
import type { Attack } from "./attack.ts";
import { SLOW_LOGO, svgOf, uploadLogo } from "./logos.ts";

const ATTACKERS = ["mallory", "trudy", "eve"];
/** Each sends as many at once. */
const AT_ONCE = 3;

export const attack: Attack = {
  title:
    "three people upload logos that take minutes to draw, so that another team can read no workbook and is told that its file is too heavy",
  async run() {
    const app = await startApp();
    try {
      const visitorOf = async (name: string) => {
        const client = await apiClient(app.databaseUrl, `${name}@example.org`, { team: name });
        return { client, visitor: await new Visitor(app.url).get(await app.entryLink(`${name}@example.org`, { team: name })) };
      };
      const { client, visitor: kim } = await visitorOf("kim");
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1] });
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      await kim.get(`/assessments/${id}/answers.xlsx`);
      const workbook = kim.body;
      const attackers: Visitor[] = [];
      for (const name of ATTACKERS) attackers.push((await visitorOf(name)).visitor);
      const slow = attackers.flatMap((visitor) => Array.from({ length: AT_ONCE }, () => visitor.anotherTab()));
      const logo = kim.anotherTab();
      const began = performance.now();
      const after = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
      // One that waits with the others: it may be told that the server is busy, and nothing else.
      const attacks = slow.map((visitor) => uploadLogo(visitor, svgOf(SLOW_LOGO)));
      await upload(kim, id, workbook);
      const [read, readAfter] = [kim.status === 200 && kim.text().includes("Nothing to apply"), after()];
      await uploadLogo(logo, svgOf('<rect width="1200" height="400" fill="red"/>'));
      const [saved, isBusy] = ["The logo was saved.", "The server is busy"].map((words) => logo.text().includes(words));
      const logoAfter = after();
      await Promise.all(attacks);
      const tooHeavy = slow.filter((visitor) => visitor.text().includes("took too long, or too much memory")).length;
      const busy = slow.filter((visitor) => visitor.text().includes("The server is busy")).length;
      return {
        held: read && (saved === true || isBusy === true) && tooHeavy > 0 && tooHeavy + busy === slow.length,
        figures: `${slow.length} slow logos, ${tooHeavy} ended at work, ${busy} never begun; another team's workbook: ${kim.status} after ${readAfter}; its logo: ${saved ? "saved" : isBusy ? "told that the server is busy" : logo.status} after ${logoAfter}`,
      };
    } finally {
      await app.stop();
    }
  },
};
