/** Extension `wording`: what assessors write into reports. */
import { describe, expect, it } from "vitest";
import { history } from "#model/contract/history.ts";
import { wordingText, wordingTexts } from "#model/contract/wording.ts";
import { REPORT_TEXT_MAX } from "#model/text.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

describe("wording", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "wording@team.example" });
    const completed = async (client: Client) =>
      completeP3M3(client, await createOrganization(client), "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const textsOf = async (client: Client, id: number) =>
      wordingTexts.parse(expectStatus(await client.get(`/assessments/${id}/wording`), 200).body).texts;
    const put = (client: Client, id: number, part: string, body: string, from?: number) =>
      client.put(`/assessments/${id}/wording`, { part, body }, from === undefined ? {} : { "Made-From": `wording=${from}` });

    it("texts are written, read and taken back, before and after completion, without the lock", async () => {
      const client = await signIn();
      const open = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [2] });
      expectStatus(await client.delete(`/assessments/${open}/lock`), 204);
      for (const id of [open, await completed(client)]) {
        expect(await textsOf(client, id)).toEqual([]);
        const written = wordingText.parse(expectStatus(await put(client, id, "summary", " First.\n\nSecond.\u200b "), 200).body);
        expect(written).toEqual({ part: "summary", body: "First.\n\nSecond.", versions: { wording: 1 } });
        expectStatus(await put(client, id, "BM", "Benefits."), 200);
        expect((await textsOf(client, id)).map(({ part, body }) => [part, body])).toEqual([
          ["BM", "Benefits."],
          ["summary", "First.\n\nSecond."],
        ]);
        expect(expectStatus(await put(client, id, "BM", ""), 200).body).toEqual({ part: "BM", body: "", versions: { wording: 2 } });
      }
    });

    it("a write that was made from an older version is refused with what is stored now", async () => {
      const client = await signIn();
      const id = await completed(client);
      expectStatus(await put(client, id, "summary", "One", 0), 200);
      const refusal = expectStatus(await put(client, id, "summary", "Two", 0), 412).body;
      expect(refusal.present).toEqual({ part: "summary", body: "One", versions: { wording: 1 } });
      expectStatus(await put(client, id, "BM", "Each text has a version of its own", 0), 200);
      expect(expectStatus(await put(client, id, "summary", "Two", 1), 200).body.versions).toEqual({ wording: 2 });
    });

    it("texts of an archived assessment can be read and not written, until it is restored", async () => {
      const client = await signIn();
      const id = await completed(client);
      expectStatus(await put(client, id, "summary", "Before"), 200);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      for (const [part, body] of [
        ["summary", "After"],
        ["summary", "Before"],
        ["BM", ""],
      ] as const)
        expect(expectStatus(await put(client, id, part, body), 422).body.title).toBe("The assessment is archived. Restore it first.");
      expect((await textsOf(client, id)).map(({ body }) => body)).toEqual(["Before"]);
      expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
      expectStatus(await put(client, id, "summary", "After"), 200);
    });

    it("every change is in the history, and a write that changes nothing is not", async () => {
      const client = await signIn();
      const id = await completed(client);
      for (const body of ["One", "One", "Two"]) expectStatus(await put(client, id, "summary", body), 200);
      const { entries } = history.parse(expectStatus(await client.get(`/assessments/${id}/history?kind=wording`), 200).body);
      expect(entries.map(({ place, before, after }) => [place, before, after])).toEqual([
        ["wording/summary", "One", "Two"],
        ["wording/summary", "", "One"],
      ]);
    });

    it.each([
      [{ part: "summary", body: "x".repeat(REPORT_TEXT_MAX + 1) }],
      [{ part: "summary", body: "a\u0007b" }],
      [{ part: "../x", body: "x" }],
      [{ part: "", body: "x" }],
      [{ part: "summary" }],
    ])("refuses %j", async (body) => {
      const client = await signIn();
      const id = await completed(client);
      expectStatus(await client.put(`/assessments/${id}/wording`, body), 422);
      expect(await textsOf(client, id)).toEqual([]);
    });
  });
});
