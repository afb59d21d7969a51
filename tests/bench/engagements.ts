/**
 * The report over twelve assessments against the sum of their single reports, each composed and written as in production, and the overview of a full
 * engagement against home: the time for which the server works. Needs Linux.
 */
import { Agent } from "node:http";
import { MEMBERS_MAX } from "#model/engagements.ts";
import { composeEngagementDocument, composeEngagementSlides } from "~/services/engagements/report-compose.server";
import { contentFrom } from "~/services/engagements/report-content.server";
import { composeDocument } from "~/services/results/files/client-report/compose.server";
import { composeSlides } from "~/services/results/files/client-report/compose-slides.server";
import { engagementPaths } from "../../app/views/engagements.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { manyMembers } from "../support/engagement-members.ts";
import { Visitor } from "../support/form-driver.ts";
import { sampleResults } from "../support/sample-results.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf, workOf } from "./measure.ts";
import { CONNECTIONS, cookiesFor, requests } from "./requests.ts";
import { builtWorkers } from "./workers.ts";

const MEMBERS = 12;
const TURNS = { rounds: 2, calls: 1 };
/** As a report of so many has in production, and more: a slow machine is measured, too. */
const PATIENT = { work: 600_000, time: 600_000 };
const WISH = { audience: "full", sections: [] } as const;

async function reportLines(): Promise<Line[]> {
  const { p3m3Full, itilFull } = await sampleResults();
  const members = manyMembers(MEMBERS, [p3m3Full, itilFull]);
  const about = { id: "1", name: "Three scopes", organization: "Harbour", plan: [] };
  const content = contentFrom(about, members, new Map());
  const workers = builtWorkers();
  const document = await inTurns(
    {
      whole: () => workers.run("writeReportDocument", composeEngagementDocument(content, WISH, {}), PATIENT),
      async singles() {
        for (const { result } of members) await workers.run("writeReportDocument", composeDocument(result, WISH, {}));
      },
    },
    TURNS,
  );
  const slides = await inTurns(
    {
      whole: () => workers.run("writeReportSlides", composeEngagementSlides(content, WISH, {}), PATIENT),
      async singles() {
        for (const { result } of members) await workers.run("writeReportSlides", composeSlides(result, WISH, {}));
      },
    },
    TURNS,
  );
  await workers.close();
  return (
    [
      ["Word file", document],
      ["slides", slides],
    ] as const
  ).map(([file, { whole, singles }]) => ({
    what: `${file} of an engagement with ${MEMBERS} full assessments, by a worker`,
    against: "the sum of the same of each",
    measured: milliseconds(whole.ms),
    reference: milliseconds(singles.ms),
    ratio: ratioOf(whole.ms, singles.ms),
    aim: "≤ 1.5 ×",
  }));
}

async function overviewLine(): Promise<Line> {
  buildIfStale();
  const product = await startApp();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const email = "engagements@example.org";
    const client = await apiClient(product.databaseUrl, email, { name: "Robin" });
    const organization = await createOrganization(client);
    const form = {
      ...{ name: "Three scopes", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
      ...{ units: ["North", "South"], people: [] },
    };
    const id = expectStatus(await client.post(`/organizations/${organization}/engagements`, form), 201).body.id;
    for (let number = 0; number < MEMBERS_MAX; number += 1) {
      const member =
        number % 3 === 0
          ? await completeP3M3(client, organization, "FFPNN")
          : await (number % 3 === 1 ? createP3M3(client, organization) : createItil(client, organization, { selectedScope: "Maturity" }));
      const said = { unit: number % 2 ? "North" : "South", responsible: null, day: "2026-12-18" };
      expectStatus(await client.put(`/engagements/${id}/members/${member}`, said), 204);
    }
    const visitor = await new Visitor(product.url).get(await product.entryLink(email));
    const open = async (path: string) => {
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
      return requests(product.url + path, agent, cookiesFor(path, visitor));
    };
    const ways = { measured: await open(engagementPaths.screen(id)), reference: await open(paths.home({ organizationId: organization })) };
    const timed = await inTurns(ways, { rounds: 10, calls: 30, concurrency: CONNECTIONS, clock: workOf(product.process.pid) });
    return {
      what: `work of the server for the overview of an engagement with ${MEMBERS_MAX} assessments`,
      against: "home with the same assessments",
      measured: milliseconds(timed.measured.ms),
      reference: milliseconds(timed.reference.ms),
      ratio: ratioOf(timed.measured.ms, timed.reference.ms),
      aim: "≤ 2 ×",
    };
  } finally {
    agent.destroy();
    await product.stop();
  }
}

export async function engagements(): Promise<Line[]> {
  return [...(await reportLines()), await overviewLine()];
}
