/** Extension `voice-levels`: sheets that ask about some levels alone (docs/rules/voices.md#the-choice-of-levels). */
import { beforeEach, describe, expect, it } from "vitest";
import { voiceLevels } from "#model/contract/voice-levels.ts";
import { type VoiceList, type VoicePage, voiceAnswers, voiceList, voicePage, voiceSheet } from "#model/contract/voices.ts";
import { voiceMessages } from "#model/voices.ts";
import { type Client, MAIL } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const PLACE = "thread/1/6";
const OTHER = "thread/1/9";
const SHEET = { places: [PLACE], until: "2026-12-01", message: "", checksFacts: false };
const JANE = { name: "Jane", role: "Manager", email: null };
const LOW = { from: 1, to: 2 };

describe("sheets about some levels", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let client: Client;
      let organization: number;
      let id: number;

      beforeEach(async () => {
        api().now = new Date("2026-11-05T09:00:00.000Z");
        teams += 1;
        client = await api().signIn({ email: `anna${teams}@levels.example`, firstName: "Anna", team: `Levels ${teams}` });
        organization = await createOrganization(client);
        id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6, 9] });
      });

      const at = (path = "") => `/assessments/${id}/voices${path}`;
      const list = async (): Promise<VoiceList> => voiceList.parse(expectStatus(await client.get(at()), 200).body);
      const levels = async () => voiceLevels.parse(expectStatus(await client.get(at("/levels")), 200).body);
      const answers = async () => voiceAnswers.parse(expectStatus(await client.get(`${at()}/answers?place=${PLACE}`), 200).body).places[0];
      const ask = async (form: object = {}, voice: object = JANE): Promise<number> =>
        expectStatus(await client.post(at("/levels"), { voices: [voice], ...SHEET, levels: LOW, ...form }), 200).body.voices[0].voice;
      const change = (voice: number, form: object, path = "/levels") => client.put(at(`/${voice}${path}`), { ...JANE, ...SHEET, ...form });
      const enterAs = async (voice: number): Promise<Client> => {
        const { token } = expectStatus(await client.post(at(`/${voice}/link`)), 200).body;
        const entered = await api().anonymous.post("/auth/voice", { token, network: `levels ${teams}` });
        return api().anonymous.bearing(expectStatus(entered, 200).body.token);
      };
      const pagePath = (place = PLACE) => `/voice/pages/${encodeURIComponent(place)}`;
      const page = async (own: Client, place = PLACE): Promise<VoicePage> =>
        voicePage.parse(expectStatus(await own.get(pagePath(place)), 200).body);
      const answer = (own: Client, { statements }: VoicePage, ...choices: string[]) =>
        own.put(pagePath(), {
          answers: choices.map((choice, index) => ({
            questionId: statements[index]?.questionId,
            choice,
            comment: `${index + 1}`,
            seen: "",
          })),
        });

      it("ask those statements alone, and count them", async () => {
        const whole = await ask({ levels: null });
        const [all, few] = [await enterAs(whole), await enterAs(await ask({ places: [PLACE, OTHER], levels: { from: 2, to: 4 } }))];
        const { statements } = await page(all);
        expect((await page(few)).statements).toEqual(statements.slice(1, 4));
        const { pages } = voiceSheet.parse(expectStatus(await few.get("/voice"), 200).body);
        expect(pages.map(({ place, total }) => [place, total])).toEqual([
          [PLACE, 3],
          [OTHER, 3],
        ]);
        expect((await list()).voices.map(({ total, answered }) => [total, answered])).toEqual([
          [5, 0],
          [6, 0],
        ]);
        // What the sheet does not ask can be answered by nobody.
        const refused = await answer(few, { ...(await page(few)), statements }, "Fully");
        expect([refused.status, refused.body.errors[0].path]).toEqual([422, "answers.0.questionId"]);
        expectStatus(await answer(few, await page(few), "Fully", "Partially"), 200);
        expect((await answers())?.statements.map(({ said }) => said.map(({ choice }) => choice))).toEqual([
          [],
          ["Fully"],
          ["Partially"],
          [],
          [],
        ]);
        expect((await list()).voices.map(({ answered }) => answered)).toEqual([0, 2]);
        expect((await levels()).voices).toEqual([{ voice: expect.any(Number), levels: { from: 2, to: 4 } }]);
      });

      it("keep what was answered at other levels, which counts again once it is asked again", async () => {
        const voice = await ask({ levels: null });
        const own = await enterAs(voice);
        expectStatus(await answer(own, await page(own), "Fully", "Fully", "Partially"), 200);
        expectStatus(await change(voice, { levels: { from: 3, to: 5 } }), 200);
        expect((await list()).voices[0]).toMatchObject({ total: 3, answered: 1 });
        const said = async () => (await answers())?.statements.map((each) => [each.said.length, each.answers.length]);
        expect(await said()).toEqual([
          [0, 0],
          [0, 0],
          [1, 1],
          [0, 0],
          [0, 0],
        ]);
        // A page that was opened before names statements that are no longer asked.
        const part = await page(own);
        expect(part.statements.map(({ choice, comment }) => [choice, comment])).toEqual([
          ["Partially", "3"],
          [null, ""],
          [null, ""],
        ]);
        expectStatus(await answer(own, part, "Rarely/Never"), 200);
        expectStatus(await change(voice, { levels: null }), 200);
        expect((await page(own)).statements.map(({ choice }) => choice)).toEqual(["Fully", "Fully", "Rarely/Never", null, null]);
        expect((await list()).voices[0]).toMatchObject({ total: 5, answered: 3 });
      });

      it("stay as they are for a caller who does not know of them", async () => {
        const voice = await ask();
        expectStatus(await change(voice, { name: "Janet" }, ""), 200);
        expect((await list()).voices[0]).toMatchObject({ name: "Janet", total: 2 });
        expect((await levels()).voices).toEqual([{ voice, levels: LOW }]);
        // Whoever is asked without the extension is asked about all.
        expectStatus(await client.post(at(), { voices: [{ ...JANE, name: "Bob" }], ...SHEET }), 200);
        expect((await list()).voices[1]).toMatchObject({ total: 5 });
      });

      it("say which level was not asked of whom, which is not the same as no answer", async () => {
        await ask();
        await ask({}, { ...JANE, role: "User" });
        await ask({ levels: null });
        await ask({ places: [OTHER], levels: LOW });
        const back = await ask();
        expectStatus(await client.post(at(`/${back}/take-back`)), 200);
        const {
          places: [here],
          selected,
        } = await levels();
        expect(selected).toBe(2);
        const both = [
          { role: "Manager", voices: 1 },
          { role: "User", voices: 1 },
        ];
        expect(here?.place).toBe(PLACE);
        expect(here?.statements.map(({ level, notAsked }) => [level, notAsked])).toEqual([
          [1, []],
          [2, []],
          [3, both],
          [4, both],
          [5, both],
        ]);
        const counts = await answers();
        expect(counts).toHaveProperty("asked", 3);
        expect(counts).toHaveProperty("answered", 0);
      });

      it("check the verdicts of the levels that they ask alone", async () => {
        const voice = await ask({ checksFacts: true });
        expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
        const own = await enterAs(voice);
        const { check } = await page(own);
        expectStatus(await own.put(pagePath(), { answers: [], check: { ...check, agrees: true } }), 200);
        expect((await answers())?.checks).toEqual([{ voiceId: voice, agrees: true, reason: "" }]);
        expectStatus(await answerThread(client, id, 1, 6, "FFPNN"), 200);
        expect((await answers())?.checks).toEqual([]);
        const second = (await page(own)).check;
        expectStatus(await own.put(pagePath(), { answers: [], check: { ...second, agrees: true } }), 200);
        // Level 3 is none of theirs.
        expectStatus(await answerThread(client, id, 1, 6, "FFFNN"), 200);
        expect((await answers())?.checks).toEqual([{ voiceId: voice, agrees: true, reason: "" }]);
      });

      it("of ITIL ask components in full, and leave out practices without such a level", async () => {
        const practices = [2, 3, 4, 15, 16, 18, 19].map((practice) => ({ id: practice, selectionMode: 1 as const }));
        id = await createItil(client, organization, { selectedScope: "Comprehensive", practices });
        const { places: there, selected } = await levels();
        expect(selected).toBeNull();
        expect(there.map(({ place }) => place)).toEqual(practices.map((practice) => `capability/${practice.id}`));
        const all = await enterAs(await ask({ places: ["capability/19", "maturity/1"], levels: null }));
        const some = await enterAs(await ask({ places: ["capability/19", "maturity/1"], levels: { from: 2, to: 2 } }));
        const [whole, part] = [await page(all, "capability/19"), await page(some, "capability/19")];
        const second = there.at(-1)?.statements.flatMap(({ level, questionId }) => (level === 2 ? [questionId] : []));
        expect(part.statements.map(({ questionId }) => questionId)).toEqual(second);
        expect(whole.statements.length).toBeGreaterThan(part.statements.length);
        expect((await page(some, "maturity/1")).statements).toHaveLength(1);
        const none = await enterAs(await ask({ places: ["capability/19", "maturity/1"], levels: { from: 1, to: 1 } }));
        expect(voiceSheet.parse(expectStatus(await none.get("/voice"), 200).body).pages.map(({ place }) => place)).toEqual(["maturity/1"]);
        const refused = await client.post(at("/levels"), {
          voices: [JANE],
          ...SHEET,
          places: ["capability/19"],
          levels: { from: 1, to: 1 },
        });
        expect([refused.status, refused.body.errors]).toEqual([422, [{ path: "levels", message: voiceMessages.levels }]]);
      });

      it.each([
        ["the wrong way round", { from: 3, to: 2 }],
        ["below the lowest", { from: 0, to: 2 }],
        ["above the highest", { from: 1, to: 6 }],
        ["half a level", { from: 1, to: 1.5 }],
        ["a word", "low"],
        ["nothing at all", undefined],
      ])("cannot be %s", async (_, wrong) => {
        const refused = await client.post(at("/levels"), { voices: [JANE], ...SHEET, levels: wrong });
        expect([refused.status, String(refused.body.errors[0].path).split(".")[0]]).toEqual([422, "levels"]);
        expect((await list()).voices).toEqual([]);
      });

      it("are mailed with their own length, and recorded with their levels", async () => {
        const email = `jane@of${teams}.example`;
        const voice = await ask({ places: [PLACE, OTHER] }, { ...JANE, email });
        const [mail] = await lettersTo(api(), email);
        expect(mail?.letter?.paragraphs.join("\n")).toContain("Your sheet has 4 statements, about 2 minutes.");
        expectStatus(await change(voice, { email, places: [PLACE, OTHER], levels: { from: 2, to: 3 } }), 200);
        const entries: { kind: string; after: { levels?: unknown } }[] = expectStatus(await client.get(`/assessments/${id}/history`), 200)
          .body.entries;
        expect(entries.filter(({ kind }) => kind.startsWith("voice")).map(({ kind, after }) => [kind, after.levels])).toEqual([
          ["voice", { from: 2, to: 3 }],
          ["voicesAsked", LOW],
        ]);
      });
    },
    { mail: MAIL },
  );
});
