import { createSecretKey } from "node:crypto";
import { changePerson } from "#api/services/people.ts";
import { inTransaction, openStore } from "#api/store/open.ts";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { neededFor, type Permission } from "#model/permissions.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { testConfig } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const TEAM = "Watched";
const EMAIL = "kim@watched.example";
const WRITES = 60;

/** Forms that change something, each at the address that takes it. */
const FORMS = (organization: number, id: number): [path: string, fields: Record<string, string>][] => {
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
    [`/assessments/${id}/summary`, { intent: "submit" }],
    [`/assessments/${id}/import`, { workbook: "none" }],
    [`/assessments/${id}/lock/answer`, { answer: "keep" }],
    ["/?index", { command: "archive", assessment: String(id) }],
    ["/?index", { command: "ask", assessment: String(id) }],
    ["/team/style", { name: "Mine", accent: "#000000" }],
  ];
};

/** A colleague who may only read. */
export const attack: Attack = {
  title: "Writes as a viewer by every call and every form, and goes on writing while somebody makes an assessor a viewer",
  async run() {
    const app = await startApp();
    const store = openStore(app.databaseUrl);
    const permit = (permission: Permission) => {
      const historyKey = createSecretKey(testConfig("").historyKey, "utf8");
      return inTransaction(store, (db) => changePerson({ db, now: new Date(), historyKey }, EMAIL, { permission }));
    };
    try {
      const owner = await apiClient(app.databaseUrl, "owner@watched.example", { team: TEAM });
      const organization = await createOrganization(owner);
      const id = await createP3M3(owner, organization, { perspectiveIds: [1], threadIds: [1, 2] });
      expectStatus(await owner.delete(`/assessments/${id}/lock`), 204);
      const kim = await apiClient(app.databaseUrl, EMAIL, { team: TEAM });

      // Between two requests: writes that begin after the change, and those of the same key that were answered before it.
      const write = (key: string) =>
        kim.put("/team/style", { name: key, accent: null, confidentiality: null, footer: null }, { "Idempotency-Key": key });
      const first = (await write("before")).status;
      let changed = false;
      const late: number[] = [];
      const writing = Array.from({ length: WRITES }, async (_, index) => {
        const isLate = changed;
        const { status } = await write(`write-${index}`);
        if (isLate) late.push(status);
      });
      await permit("viewer");
      changed = true;
      await Promise.all(writing);
      late.push((await write("before")).status, (await write("after")).status);

      const everything = async () =>
        JSON.stringify([
          await Promise.all(
            [`/organizations`, `/assessments/${id}`, `/assessments/${id}/overview`, "/team/style"].map(
              async (path) => (await owner.get(path)).body,
            ),
          ),
        ]);
      const before = await everything();
      const calls = CONTRACT_CALLS.filter(({ call }) => call.authentication === undefined && neededFor(call) !== "viewer");
      let accepted = 0;
      for (const { call } of calls) {
        const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        const ids = Object.fromEntries(names.map((name) => [name, name === "id" || name === "assessmentId" ? id : 1]));
        const at = call.path.startsWith("/organizations") ? { ...ids, id: organization } : ids;
        const { status } = await kim.call(call.method, addressOf(call, at), {});
        if (status !== 403) accepted += 1;
      }
      const visitor = await new Visitor(app.url).enter(await app.entryLink(EMAIL));
      let shown = 0;
      for (const [path, fields] of FORMS(organization, id)) {
        await visitor.post(path, fields);
        // Some forms are wrong or too old, and their pages say that first. They store nothing either.
        if (visitor.status < 400) shown += 1;
      }
      const isUnchanged = (await everything()) === before;
      return {
        held: first === 200 && late.every((status) => status === 403) && accepted === 0 && shown === 0 && isUnchanged,
        figures: `${calls.length} calls and ${FORMS(0, 0).length} forms of a viewer: ${accepted} and ${shown} were not refused; ${late.length} writes after the change, one of them a repetition: ${late.filter((status) => status !== 403).length} were taken`,
      };
    } finally {
      await store.destroy();
      await app.stop();
    }
  },
};
