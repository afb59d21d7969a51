/** Extension `bulk`: many changes, all or none. */
import { describe, expect, it } from "vitest";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { createItil, createOrganization, createP3M3, expectStatus, selections } from "./scenario.ts";

const threadUrl = (id: number, p: number, t: number) => `/P3M3/assessments/${id}/questions?p=${p}&t=${t}`;
const noteUrl = (id: number, p: number, t: number) => `/P3M3/notes/${id}/${p}/${t}`;

/** A change of a thread as the call takes it. */
async function threadChange(client: Client, id: number, [p, t]: [number, number], letters: string) {
  const questions: { id: number }[] = expectStatus(await client.get(threadUrl(id, p, t)), 200).body;
  const answers = selections(letters).map((selection, index) => ({ questionId: questions[index]?.id, selection }));
  return { place: `thread/${p}/${t}`, answers };
}

const lettersAt = async (client: Client, id: number, p: number, t: number) =>
  (await client.get(threadUrl(id, p, t))).body
    .map(({ answer }: { answer: { selection: string } | null }) => (answer?.selection ?? "N/A")[0])
    .join("");
const noteAt = async (client: Client, id: number, p: number, t: number) => (await client.get(noteUrl(id, p, t))).body.body;

describe("many changes at once", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "bulk@team.example" });
    const start = async () => {
      const client = await signIn();
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 4], threadIds: [2, 6, 9] });
      const send = (changes: unknown, headers = {}) => client.call("POST", `/assessments/${id}/answers`, { changes }, headers);
      return { client, id, send };
    };

    it("stores answers and notes, gives the versions that they have now, and makes the assessment Active", async () => {
      const { client, id, send } = await start();
      const first = { ...(await threadChange(client, id, [1, 2], "FFRNN")), note: "Seen" };
      const second = { place: "thread/4/9", note: "Heard", versions: { note: 0 } };
      const { body } = expectStatus(await send([first, second]), 200);
      expect(body).toEqual({
        changes: [
          { place: "thread/1/2", versions: { answers: 1, note: 1 } },
          { place: "thread/4/9", versions: { note: 1 } },
        ],
      });
      expect([await lettersAt(client, id, 1, 2), await noteAt(client, id, 1, 2), await noteAt(client, id, 4, 9)]).toEqual([
        "FFRNN",
        "Seen",
        "Heard",
      ]);
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Active");
    });

    it("enters each change into the history, like a single one", async () => {
      const { client, id, send } = await start();
      expectStatus(await send([{ ...(await threadChange(client, id, [1, 2], "FPNNN")), note: "Seen" }]), 200);
      const { entries } = (await client.get(`/assessments/${id}/history?place=thread/1/2`)).body;
      expect(entries.map(({ kind, after }: { kind: string; after: unknown }) => [kind, after])).toEqual([
        ["note", "Seen"],
        ["answers", "FPNNN"],
      ]);
    });

    it("enters one entry for all of them after those, with where they come from; nothing for a write that changes nothing", async () => {
      const { client, id, send } = await start();
      const changes = [
        { ...(await threadChange(client, id, [1, 2], "FPNNN")), note: "Seen" },
        { place: "thread/4/9", note: "Heard" },
      ];
      const listed = async () => (await client.get(`/assessments/${id}/history`)).body.entries;
      const write = (origin?: unknown) => client.post(`/assessments/${id}/answers`, { changes, origin });
      expectStatus(await write({ workbook: "spring.xlsx" }), 200);
      const [about, ...parts] = await listed();
      expect(parts.slice(0, 3).map(({ kind }: { kind: string }) => kind)).toEqual(["note", "note", "answers"]);
      expect([about.kind, about.place, about.after]).toEqual(["bulk", "", { first: parts[2].id, origin: { workbook: "spring.xlsx" } }]);
      const count = (await listed()).length;
      expectStatus(await write(), 200);
      expect(await listed()).toHaveLength(count);
      expectStatus(await send([{ place: "thread/4/9", note: "" }]), 200);
      expect((await listed())[0].after).toEqual({ first: about.id + 1 });
      expect((await write({ workbook: "" })).status).toBe(422);
    });

    it.each([
      ["a state that the gate does not allow", "RFNNN", 422, "changes.1"],
      ["a version that has passed", "FPNNN", 412, "changes.1"],
    ])("stores nothing where one of them is refused: %s", async (_, letters, status, path) => {
      const { client, id, send } = await start();
      const good = { ...(await threadChange(client, id, [1, 2], "FPNNN")), note: "Seen" };
      const versions = status === 412 ? { versions: { answers: 7 } } : {};
      const bad = { ...(await threadChange(client, id, [1, 6], letters)), ...versions };
      const answer = await send([good, bad]);
      expect([answer.status, answer.body.errors[0].path]).toEqual([status, path]);
      if (status === 412) expect(answer.body.present.place).toBe("thread/1/6");
      expect([await lettersAt(client, id, 1, 2), await noteAt(client, id, 1, 2)]).toEqual(["NNNNN", ""]);
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
    });

    it("refuses answers of another place, four of five, answers of the other model, and a place named twice", async () => {
      const { client, id, send } = await start();
      const change = await threadChange(client, id, [1, 2], "FPNNN");
      const refusals: [unknown[], string][] = [
        [[{ ...change, place: "thread/1/6" }], "changes.0.0.questionId"],
        [[{ ...change, answers: change.answers.slice(0, 4) }], "changes.0"],
        [[{ ...change, answers: change.answers.map(({ questionId }) => ({ questionId, optionId: 1 })) }], "changes.0.0.selection"],
        [[change, { place: "thread/1/2", note: "Twice" }], "changes.1.place"],
        [[{ place: "" }], "changes.0.place"],
        [[], "changes"],
      ];
      for (const [changes, path] of refusals) {
        const { status, body } = await send(changes);
        expect([status, body.errors[0].path]).toEqual([422, path]);
      }
      for (const place of ["capability/2", "thread/3/2", "thread/1/1"])
        expect((await send([{ place, note: "Elsewhere" }])).status).toBe(404);
      expect(await lettersAt(client, id, 1, 2)).toBe("NNNNN");
    });

    it("needs the lock", async () => {
      const { client, id, send } = await start();
      const change = await threadChange(client, id, [1, 2], "FPNNN");
      expectStatus(await client.call("DELETE", `/assessments/${id}/lock`), 204);
      expect((await send([change])).status).toBe(409);
    });

    it("is done once with one key, and repeats its answer", async () => {
      const { client, id, send } = await start();
      const change = { ...(await threadChange(client, id, [1, 2], "FPNNN")), versions: { answers: 0 } };
      const [first, second] = [
        await send([change], { "Idempotency-Key": "bulk-once" }),
        await send([change], { "Idempotency-Key": "bulk-once" }),
      ];
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    });

    it("stores practices, components and their notes", async () => {
      const client = await signIn();
      const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices: [] });
      const criteria: { id: number }[] = (await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=2`)).body;
      const [component] = (await client.get(`/itil/assessments/${id}/questions/maturity`)).body;
      const answers = criteria.map(({ id: questionId }, index) => ({ questionId, selection: index === 0 ? "Rarely" : "N/A" }));
      const changes = [
        { place: "capability/2", answers, note: "Seen" },
        { place: "maturity/1", answers: [{ questionId: component.id, optionId: component.options[1].id }], note: "Heard" },
      ];
      const { body } = expectStatus(await client.post(`/assessments/${id}/answers`, { changes }), 200);
      expect(body.changes).toEqual(changes.map(({ place }) => ({ place, versions: { answers: 1, note: 1 } })));
      const [stored] = (await client.get(`/itil/assessments/${id}/questions/maturity`)).body;
      expect(stored.answer.optionId).toBe(component.options[1].id);
      expect((await client.get(`/ITIL/notes/${id}/maturity/1`)).body.body).toBe("Heard");
      const other = [{ place: "maturity/2", answers: changes[1]?.answers }];
      expect((await client.post(`/assessments/${id}/answers`, { changes: other })).status).toBe(422);
    });
  });
});
