import { execFile } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { openStore } from "#api/store/open.ts";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { neededFor, type Permission } from "#model/permissions.ts";
import { answersFor, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { commandOf } from "../support/command.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { SECRETS, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { everyAddress } from "./every-address.ts";

const run = promisify(execFile);

const TEAM = "Watched";
const EMAIL = "kim@watched.example";
/** Each answers a thread of its own. */
const WRITERS = [1, 2, 3];
/** Those that begin after the change, and all of one writer. */
const WRITES_AFTER = 5;
const WRITES_EACH = 5_000;

/** Forms that change something, each at the address that takes it. */
const FORMS = (organization: number, id: number, engagement: number): [path: string, fields: Record<string, string>][] => {
  const profile = { assessmentType: "P3M3", name: "Mine", selectedScope: "Programme" };
  const client = { name: "Mine", businessUnit: "", country: "826", size: "4", industry: "8" };
  const answers = { base: "NNNNN", "level-2": "Fully", note: "Mine", noteBase: "", go: "stay", target: "FFNNN" };
  return [
    ["/organization", client],
    [`/organization/${organization}/edit`, client],
    [`/organizations/${organization}/assessment`, profile],
    [`/assessments/${id}/profile`, profile],
    [`/assessments/${id}/scope`, { selectedLevel: "1", perspectives: "1", threads: "1" }],
    [`/assessments/${id}/questions/BM/AM`, answers],
    [`/assessments/${id}/questions/BM/AM`, { intent: "descope", reason: "Mine" }],
    [`/assessments/${id}/questions/BM/AM/save`, answers],
    [`/assessments/${id}/evidence/add`, { lines: "Mine", "evidence-for-thread-1-1": "on" }],
    [`/assessments/${id}/evidence/save`, { at: "thread/1/1", what: "Mine", kind: "document" }],
    [`/assessments/${id}/peer-review`, { intent: "ask", people: "1", until: "2099-12-01" }],
    [`/assessments/${id}/summary`, { intent: "submit" }],
    [`/assessments/${id}/import`, { workbook: "none" }],
    [`/assessments/${id}/lock/answer`, { answer: "keep" }],
    ["/?index", { command: "archive", assessment: String(id) }],
    ["/?index", { command: "ask", assessment: String(id) }],
    ["/engagements/new", { organization: String(organization), name: "Mine" }],
    [`/engagements/${engagement}/edit`, { name: "Mine" }],
    [`/engagements/${engagement}`, { intent: "add", assessment: String(id) }],
    [`/engagements/${engagement}`, { intent: "state", state: "closed" }],
    [`/engagements/${engagement}`, { intent: "remove" }],
    [`/engagements/${engagement}/plan`, { kind: "interview" }],
    [`/engagements/${engagement}/report`, { part: "summary", body: "Mine", base: "" }],
    ["/team/style", { name: "Mine", accent: "#000000" }],
    ["/team/rules", { fourEyes: "on", reason: "Mine" }],
    ["/team/name", { name: "Mine" }],
    ["/team/report-defaults", { authors: "Mine", disclaimer: "" }],
    [`/organizations/${organization}/access`, { access: "named", people: "1", reason: "Mine" }],
  ];
};

/** A colleague who may only read. */
export const attack: Attack = {
  title: "Writes as a viewer by every call and every form, and goes on writing while somebody makes an assessor a viewer",
  async run() {
    const app = await startApp();
    const store = openStore(app.databaseUrl);
    // A process of its own, as an operator's command is.
    const permit = (permission: Permission) =>
      run(process.execPath, commandOf("api/commands/people.ts", "permission", EMAIL, permission), {
        env: { ...process.env, ...SECRETS, DATABASE_URL: app.databaseUrl },
      });
    try {
      const owner = await apiClient(app.databaseUrl, "owner@watched.example", { team: TEAM });
      const organization = await createOrganization(owner);
      const id = await createP3M3(owner, organization, { perspectiveIds: [1], threadIds: [1, 2] });
      expectStatus(await owner.delete(`/assessments/${id}/lock`), 204);
      const job = { name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: [], people: [] };
      const engagement = expectStatus(await owner.post(`/organizations/${organization}/engagements`, job), 201).body.id;
      const kim = await apiClient(app.databaseUrl, EMAIL, { team: TEAM });

      // Several writers go on writing while the permission changes. Every second answer takes the one before it back.
      const own = await createP3M3(kim, organization, { perspectiveIds: [1], threadIds: WRITERS });
      const answers = new Map<number, Awaited<ReturnType<typeof answersFor>>[]>();
      for (const thread of WRITERS)
        answers.set(thread, [await answersFor(kim, own, 1, thread, "FNNNN"), await answersFor(kim, own, 1, thread, "PNNNN")]);
      const write = async (thread: number, index: number) => {
        const key = { "Idempotency-Key": `write-${thread}-${index}` };
        return (await kim.post(`/P3M3/assessments/${own}/answer`, answers.get(thread)?.[index % 2], key)).status;
      };
      let isViewer = false;
      const early: number[] = [];
      const late: number[] = [];
      const keepWriting = async (thread: number) => {
        for (let index = 0, after = 0; after < WRITES_AFTER && index < WRITES_EACH; index += 1) {
          const [began, status] = [isViewer, await write(thread, index)];
          (began ? late : early).push(status);
          if (began) after += 1;
          // Refusals come so fast that nothing else would get a turn.
          await nextTurn();
        }
      };
      const permitted = async () => {
        await permit("viewer");
        isViewer = true;
      };
      await Promise.all([permitted(), ...WRITERS.map(keepWriting)]);
      // The same key as a write that was stored: its answer is not given again.
      const repeated = await write(1, 0);
      const stored = early.filter((status) => status === 200).length;
      // The history has the order in which the store took everything.
      const history = await store.selectFrom("history").select(["kind", "chain"]).orderBy("id").execute();
      const change = history.findIndex(({ kind }) => kind === "permission");
      const sneaked = history.slice(change).filter(({ chain }) => chain === `assessment/${own}`).length;

      const everything = async () =>
        JSON.stringify([
          await Promise.all(
            [
              "/organizations",
              `/assessments/${id}`,
              `/assessments/${id}/overview`,
              `/assessments/${id}/evidence`,
              `/assessments/${id}/voices`,
              `/organizations/${organization}/actions`,
              `/organizations/${organization}/targets`,
              `/organizations/${organization}/access`,
              `/organizations/${organization}/earlier-scores`,
              "/invitations",
              "/team/style",
              "/team/rules",
              `/assessments/${id}/review-points`,
              "/team/name",
              "/team/report-defaults",
            ].map(async (path) => (await owner.get(path)).body),
          ),
        ]);
      const before = await everything();
      const calls = CONTRACT_CALLS.filter(({ call }) => call.authentication === undefined && neededFor(call) !== "viewer");
      let accepted = 0;
      for (const { call } of calls) {
        const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        const ids = Object.fromEntries(names.map((name) => [name, name === "id" || name === "assessmentId" ? id : 1]));
        const at = call.path.startsWith("/organizations") ? { ...ids, id: organization } : ids;
        const { status } = await kim.call(call.method, addressOf(call, at), call.method === "GET" ? undefined : {});
        if (status !== 403) accepted += 1;
      }
      const visitor = await new Visitor(app.url).enter(await app.entryLink(EMAIL));
      let shown = 0;
      for (const [path, fields] of FORMS(organization, id, engagement)) {
        await visitor.post(path, fields);
        // Some forms are wrong or too old, and their pages say that first. They store nothing either.
        if (visitor.status < 400) shown += 1;
      }
      const addresses = everyAddress(organization, id);
      const fits = Object.assign({ intent: "save", formId: "1" }, ...FORMS(organization, id, engagement).map(([, fields]) => fields));
      const faults: string[] = [];
      for (const address of addresses)
        for (const method of ["GET", "POST"] as const) {
          await (method === "GET" ? visitor.get(address) : visitor.post(address, fits));
          if (visitor.status >= 500) faults.push(`${method} ${address} (${visitor.status})`);
        }
      const isUnchanged = (await everything()) === before;
      return {
        held:
          stored > 0 &&
          change >= 0 &&
          [repeated, ...late].every((status) => status === 403) &&
          late.length >= WRITERS.length * WRITES_AFTER &&
          sneaked === 0 &&
          accepted + shown === 0 &&
          faults.length === 0 &&
          isUnchanged,
        figures: `${calls.length} calls and ${FORMS(0, 0, 0).length} forms of a viewer: ${accepted} and ${shown} were not refused; ${addresses.length} addresses asked for and sent a form: ${faults.length} faults${faults.length > 0 ? ` (${faults.join(", ")})` : ""}, ${isUnchanged ? "nothing" : "SOMETHING"} has changed; ${stored} of ${early.length} writes that began before the change were stored, ${sneaked} entries of the history after it; ${late.length} writes began after it: ${late.filter((status) => status !== 403).length} were taken`,
      };
    } finally {
      await store.destroy();
      await app.stop();
    }
  },
};
