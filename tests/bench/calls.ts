/** What the web tier adds to one call of the upstream API: time limits, redaction, decoding and checking of the answer. */
import { addressOf, type Call, type Values } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { createUpstream } from "~/services/upstream/upstream.server";
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Client, freshSqlite } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import { startApi } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf } from "./measure.ts";

const TURNS = { rounds: 15, calls: 200 };

export async function calls(): Promise<Line[]> {
  const { url: databaseUrl, drop } = freshSqlite();
  const api = await startApi(databaseUrl);
  try {
    const seeding = await apiClient(databaseUrl, "robin@example.org");
    const token = seeding.token ?? "";
    const client = new Client((request) => fetch(new Request(request.url.replace("http://api.test", api.url), request)), token);
    const id = await createP3M3(client, await createOrganization(client));
    for (const thread of [1, 2, 3]) expectStatus(await answerThread(client, id, 1, thread, "FFPNN"), 200);
    const upstream = createUpstream({ baseUrl: api.url, fetch, attemptTimeoutMs: 10_000, firstPauseMs: 200 });
    const lines: Line[] = [];
    const timings: { what: string; call: Call; sent: Values }[] = [
      { what: "the questions of a thread", call: CONTRACT.p3m3.questions, sent: { id, p: 1, t: 1 } },
      { what: "the progress of 91 threads", call: CONTRACT.assessments.progress, sent: { id } },
    ];
    for (const { what, call, sent } of timings) {
      const address = api.url + addressOf(call, sent);
      const timed = await inTurns(
        {
          call: () => upstream(call, sent, { token, requestId: "bench" }),
          bare: async () => (await fetch(address, { headers: { Accept: "application/json", Authorization: `Bearer ${token}` } })).json(),
        },
        TURNS,
      );
      lines.push({
        what: `a call of the web tier for ${what}, the API in another process`,
        against: "the call itself: fetch and JSON",
        measured: milliseconds(timed.call.ms),
        reference: milliseconds(timed.bare.ms),
        ratio: ratioOf(timed.call.ms, timed.bare.ms),
        aim: "≤ 1.1 ×",
      });
    }
    return lines;
  } finally {
    await api.stop();
    await drop();
  }
}
