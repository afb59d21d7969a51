/** Extension `wording-basis`: on which facts the texts of a report rest. */
import { describe, expect, it } from "vitest";
import { BASIS_MAX } from "#model/basis.ts";
import { history } from "#model/contract/history.ts";
import { basedText, basedTexts } from "#model/contract/wording-basis.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, expectStatus } from "./scenario.ts";

const TWO = [
  { what: "maturity", value: "2" },
  { what: "overall score", value: "2.50" },
];
const THREE = [{ what: "maturity", value: "3" }];

describe("wording-basis", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "basis@team.example" });
    const completed = async (client: Client) =>
      completeP3M3(client, await createOrganization(client), "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const textsOf = async (client: Client, id: number) =>
      basedTexts.parse(expectStatus(await client.get(`/assessments/${id}/wording-basis`), 200).body).texts;
    const put = (client: Client, id: number, body: object, from?: number) =>
      client.put(`/assessments/${id}/wording-basis`, body, from === undefined ? {} : { "Made-From": `wording=${from}` });
    const text = { part: "summary", body: "At level two." };

    it("a text comes back with its facts, and the same words with other facts are a new version that the history does not tell of", async () => {
      const client = await signIn();
      const id = await completed(client);
      const stored = basedText.parse(expectStatus(await put(client, id, { ...text, basis: TWO }), 200).body);
      expect(stored).toEqual({ ...text, basis: TWO, versions: { wording: 1 } });
      expect(await textsOf(client, id)).toEqual([stored]);
      expect(expectStatus(await put(client, id, { ...text, basis: TWO }), 200).body.versions).toEqual({ wording: 1 });
      expect(expectStatus(await put(client, id, { ...text, basis: THREE }), 200).body.versions).toEqual({ wording: 2 });
      expect((await textsOf(client, id)).map(({ basis }) => basis)).toEqual([THREE]);
      const refusal = expectStatus(await put(client, id, { ...text, basis: TWO }, 1), 412).body;
      expect(refusal.present).toEqual({ ...text, basis: THREE, versions: { wording: 2 } });
      const { entries } = history.parse(expectStatus(await client.get(`/assessments/${id}/history?kind=wording`), 200).body);
      expect(entries.map(({ before, after }) => [before, after])).toEqual([["", text.body]]);
    });

    it("new words without facts have none; the same words keep theirs; a text that is taken back has none", async () => {
      const client = await signIn();
      const id = await completed(client);
      const basis = async () => (await textsOf(client, id)).map((each) => each.basis);
      const plain = async (body: string) =>
        expect(expectStatus(await client.put(`/assessments/${id}/wording`, { ...text, body }), 200).body).not.toHaveProperty("basis");
      expectStatus(await put(client, id, { ...text, basis: TWO }), 200);
      await plain(text.body);
      expect(await basis()).toEqual([TWO]);
      await plain("Other words.");
      expect(await basis()).toEqual([null]);
      expectStatus(await put(client, id, { ...text, body: "", basis: TWO }), 200);
      expect(await basis()).toEqual([null]);
      expect(expectStatus(await client.get(`/assessments/${id}/wording`), 200).body.texts[0]).not.toHaveProperty("basis");
    });

    it("refuses a fact that is named twice, is empty or too long, too many facts, and an archived assessment", async () => {
      const client = await signIn();
      const id = await completed(client);
      const [fact] = TWO;
      const tooMany = Array.from({ length: BASIS_MAX.facts + 1 }, (_, index) => ({ what: `fact ${index}`, value: "1" }));
      for (const basis of [
        [fact, fact],
        [{ ...fact, value: "" }],
        [{ ...fact, what: "x".repeat(BASIS_MAX.what + 1) }],
        [{ ...fact, value: "x".repeat(BASIS_MAX.value + 1) }],
        tooMany,
        null,
      ])
        expectStatus(await put(client, id, { ...text, basis }), 422);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expectStatus(await put(client, id, { ...text, basis: TWO }), 422);
      expect(await textsOf(client, id)).toEqual([]);
    });
  });
});
