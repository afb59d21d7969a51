/** Extension `report-notes`: which notes of the assessors a report for a client may have. */
import { describe, expect, it } from "vitest";
import { history } from "#model/contract/history.ts";
import { reportNotes } from "#model/contract/report-notes.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, expectStatus } from "./scenario.ts";

const TICKED = { place: "thread/1/2", digest: "one", ticked: true };
const LEFT = { place: "thread/1/9", digest: "two", ticked: false };

describe("report-notes", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "notes@team.example" });
    const completed = async (client: Client, organization?: number) =>
      completeP3M3(client, organization ?? (await createOrganization(client)), "FRNNN", { perspectiveIds: [1], threadIds: [2, 9] });
    const list = async (client: Client, id: number) =>
      reportNotes.parse(expectStatus(await client.get(`/assessments/${id}/report-notes`), 200).body);
    const put = (client: Client, id: number, notes: readonly object[], from?: number) =>
      client.put(`/assessments/${id}/report-notes`, { notes }, from === undefined ? {} : { "Made-From": `wording=${from}` });

    it("the list is none before it is stored, and is then as it was stored, without a lock and after completion", async () => {
      const client = await signIn();
      const id = await completed(client);
      expect(await list(client, id)).toEqual({ notes: null, versions: { wording: 0 } });
      expect(expectStatus(await put(client, id, [LEFT, TICKED]), 200).body).toEqual({ notes: [TICKED, LEFT], versions: { wording: 1 } });
      expect((await list(client, id)).notes).toEqual([TICKED, LEFT]);
      // What is stored already is no change.
      expect(expectStatus(await put(client, id, [TICKED, LEFT]), 200).body.versions).toEqual({ wording: 1 });
      expectStatus(await put(client, id, [{ ...TICKED, ticked: false }]), 200);
      expect((await list(client, id)).notes).toEqual([{ ...TICKED, ticked: false }]);
      const { entries } = history.parse(expectStatus(await client.get(`/assessments/${id}/history?kind=wording`), 200).body);
      expect(entries.map(({ before, after }) => [before, after])).toEqual([
        ["1 of 2 notes ticked", "0 of 1 note ticked"],
        ["", "1 of 2 notes ticked"],
      ]);
    });

    it("a list that was made from an older one is refused, and so is a place that is named twice", async () => {
      const client = await signIn();
      const id = await completed(client);
      expectStatus(await put(client, id, [TICKED], 0), 200);
      expect(expectStatus(await put(client, id, [LEFT], 0), 412).body.present).toEqual({ notes: [TICKED], versions: { wording: 1 } });
      expectStatus(await put(client, id, [TICKED, TICKED]), 422);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expectStatus(await put(client, id, [LEFT]), 422);
    });

    it("a corrected edition begins with the ticks, and a new assessment of the organization with none", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await completed(client, organization);
      expectStatus(await put(client, id, [TICKED, LEFT]), 200);
      const { id: edition } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
      expect((await list(client, edition)).notes).toEqual([TICKED, LEFT]);
      expect((await list(client, await completed(client, organization))).notes).toBeNull();
    });
  });
});
