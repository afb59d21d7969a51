/** Extension `second-round`: those who have answered check facts (docs/rules/voices.md#second-round). */
import { beforeEach, describe, expect, it } from "vitest";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { secondRound } from "#model/contract/second-round.ts";
import { voiceAnswers, voicePage, voiceSheet, voiceViews } from "#model/contract/voices.ts";
import { voiceMessages } from "#model/voices.ts";
import { type Client, MAIL } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { answerAll, answerThread, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const [PLACE, OTHER] = ["thread/1/6", "thread/1/9"];
const SHEET = { places: [PLACE, OTHER], until: "2026-11-20", message: "Be frank", checksFacts: false };
const SECOND = { until: "2026-12-01", message: "Please check" };

describe("the second round of voices", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let client: Client;
      let id: number;

      beforeEach(async () => {
        api().now = new Date("2026-11-05T09:00:00.000Z");
        teams += 1;
        client = await api().signIn({ email: `anna${teams}@second.example`, firstName: "Anna", team: `Second ${teams}` });
        id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6, 9] });
        expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
      });

      const at = (path = "") => `/assessments/${id}/voices${path}`;
      const ask = async (name: string, form: object = {}): Promise<number> => {
        const voices = [{ name, role: "Manager", email: `${name.toLowerCase()}${teams}@second.example` }];
        return expectStatus(await client.post(at(), { voices, ...SHEET, ...form }), 200).body.voices[0].voice;
      };
      const tokenOf = async (voice: number): Promise<string> => expectStatus(await client.post(at(`/${voice}/link`)), 200).body.token;
      const enterBy = async (token: string): Promise<Client> => {
        const entered = await api().anonymous.post("/auth/voice", { token, network: `second ${teams}` });
        return api().anonymous.bearing(expectStatus(entered, 200).body.token);
      };
      const enterAs = async (voice: number) => enterBy(await tokenOf(voice));
      const pathOf = (place = PLACE) => `/voice/pages/${encodeURIComponent(place)}`;
      const page = async (own: Client) => voicePage.parse(expectStatus(await own.get(pathOf()), 200).body);
      const answer = async (own: Client, choice: string | null, more: object = {}) => {
        const [first] = (await page(own)).statements;
        return own.put(pathOf(), { answers: [{ questionId: first?.questionId, choice, comment: "", seen: "" }], ...more });
      };
      const begin = async (voices: number[], over: object = {}) => client.post(at("/second-round"), { voices, ...SECOND, ...over });
      const round = async () => secondRound.parse(expectStatus(await client.get(at("/second-round")), 200).body);
      const check = async (own: Client, agrees: boolean, reason = "") => {
        const { verdicts = "" } = (await page(own)).check ?? {};
        return own.put(pathOf(), { answers: [], check: { agrees, reason, verdicts } });
      };
      /** Whatever the calls of a sheet give that only read. */
      const everything = async (own: Client) => {
        const reads = CONTRACT_CALLS.filter(({ call }) => call.authentication === "voice" && call.method === "GET");
        const paths = reads.flatMap(({ call }) => [PLACE, OTHER].map((place) => call.path.replace("{place}", encodeURIComponent(place))));
        return Promise.all([...new Set(paths)].map(async (path) => [path, JSON.stringify((await own.get(path)).body ?? "")] as const));
      };

      it("shows the verdict to nobody before; then beside the answers, which nobody can change any more", async () => {
        const voice = await ask("Jane");
        const token = await tokenOf(voice);
        const own = await enterBy(token);
        const before = await everything(own);
        expect(before.map(([path]) => path)).toEqual(expect.arrayContaining(["/voice", "/voice/round", pathOf(), pathOf(OTHER)]));
        expect(before.filter(([, text]) => /verdict|"check"/.test(text))).toEqual([]);
        // A check that nobody was asked for is not kept for later.
        expectStatus(await answer(own, "Rarely/Never", { check: { agrees: true, reason: "", verdicts: "01---" } }), 200);
        expect((await page(own)).check).toBeUndefined();
        expect((await everything(own)).filter(([, text]) => /verdict|"check"/.test(text))).toEqual([]);

        expect(await round()).toEqual({ voices: [], ready: [voice] });
        expect(expectStatus(await begin([voice]), 200).body).toEqual({ voices: [voice] });
        expect(await round()).toEqual({
          voices: [{ voice, askedAt: "2026-11-05T09:00:00.000Z", total: 1, checked: 0 }],
          ready: [],
        });
        // The same link, and the bearer of before.
        const again = await enterBy(token);
        for (const each of [own, again])
          expect(expectStatus(await each.get("/voice/round"), 200).body).toEqual({
            second: true,
            pages: [{ place: PLACE, checked: false }],
          });
        const sheet = voiceSheet.parse(expectStatus(await own.get("/voice"), 200).body);
        expect([sheet.checksFacts, sheet.until, sheet.message, sheet.pages.map(({ place }) => place)]).toEqual([
          ...[true, SECOND.until, SECOND.message],
          // Nothing was answered about the other thread, so its verdict stays unseen.
          [PLACE],
        ]);
        expectStatus(await own.get(pathOf(OTHER)), 404);
        const shown = await page(own);
        expect(shown.statements.map(({ choice, verdict }) => [choice, verdict])).toEqual([
          ["Rarely/Never", "Fully"],
          [null, "Partially"],
          [null, undefined],
          [null, undefined],
          [null, undefined],
        ]);
        expect(shown.check).toMatchObject({ agrees: null, reason: "" });
        for (const refused of [await answer(own, "Fully"), await answer(own, null)])
          expect([refused.status, refused.body.title]).toEqual([409, voiceMessages.firstRoundOver]);
        // The same answers once more are no change.
        expectStatus(await answer(own, "Rarely/Never"), 200);
        expectStatus(await check(own, false), 422);
        expectStatus(await check(own, false, "We do it weekly"), 200);
        expect((await round()).voices).toMatchObject([{ total: 1, checked: 1 }]);
        const { places, voices } = voiceAnswers.parse(expectStatus(await client.get(at("/answers")), 200).body);
        expect(voices).toMatchObject([{ number: 1, checksFacts: true }]);
        expect(places[0]).toMatchObject({ answered: 1, checks: [{ voiceId: voice, agrees: false, reason: "We do it weekly" }] });
        expect(places[0]).toHaveProperty("asked", 1);
        expect(places[0]?.statements[0]?.said).toEqual([{ role: "Manager", choice: "Rarely/Never", voices: 1 }]);
        // Another verdict: the check counts as not given.
        expectStatus(await answerThread(client, id, 1, 6, "FFPNN"), 200);
        expect((await round()).voices).toMatchObject([{ checked: 0 }]);
      });

      it("asks only about pages that have a verdict, and adds those that get one", async () => {
        const voice = await ask("Jane");
        const own = await enterAs(voice);
        const [first] = voicePage.parse(expectStatus(await own.get(pathOf(OTHER)), 200).body).statements;
        const said = { answers: [{ questionId: first?.questionId, choice: "Fully", comment: "", seen: "" }] };
        expectStatus(await own.put(pathOf(OTHER), said), 200);
        expect((await round()).ready).toEqual([]);
        expect(expectStatus(await begin([voice]), 200).body).toEqual({ voices: [] });
        expectStatus(await answer(own, "Partially"), 200);
        expect(expectStatus(await begin([voice]), 200).body).toEqual({ voices: [voice] });
        expect(expectStatus(await own.get("/voice/round"), 200).body.pages).toEqual([{ place: PLACE, checked: false }]);
        expectStatus(await own.get(pathOf(OTHER)), 404);
        expectStatus(await answerThread(client, id, 1, 9, "FNNNN"), 200);
        expect(expectStatus(await own.get("/voice/round"), 200).body.pages).toEqual([
          { place: PLACE, checked: false },
          { place: OTHER, checked: false },
        ]);
      });

      it("counts each person once: of two people in two rounds, nothing is shown", async () => {
        expectStatus(await client.put(`/assessments/${id}/voice-settings`, { showInResults: true }), 200);
        const voices = [await ask("Jane"), await ask("Rob")];
        const sheets = [await enterAs(voices[0] ?? 0), await enterAs(voices[1] ?? 0)];
        for (const own of sheets) expectStatus(await answer(own, "Partially"), 200);
        expectStatus(await begin(voices), 200);
        for (const own of sheets) expectStatus(await check(own, false, "We do it weekly"), 200);
        await answerAll(client, id, "FPNNN");
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        const views = voiceViews.parse(expectStatus(await client.get(at("/views")), 200).body);
        expect(views).toMatchObject({ sheets: { sent: 2, byRole: [] }, places: [] });
        expect(views.sheets).toHaveProperty("asked", 2);
        expectStatus(await begin(voices), 422);
      });

      it("asks only those who have answered and have seen no verdict, and says who is asked", async () => {
        const [jane, rob, sam, kim] = [await ask("Jane"), await ask("Rob"), await ask("Sam", { checksFacts: true }), await ask("Kim")];
        for (const voice of [jane, sam, kim]) expectStatus(await answer(await enterAs(voice), "Fully"), 200);
        expectStatus(await client.post(at(`/${kim}/take-back`)), 200);
        expectStatus(await client.post(at(`/${jane}/closing`)), 200);
        expect((await round()).ready).toEqual([jane]);
        for (const wrong of [
          { until: "2026-11-04" },
          { until: "soon" },
          { message: "See www.example.org" },
          { voices: [] },
          { voices: [jane, jane] },
        ])
          expectStatus(await begin([jane], wrong), 422);
        expect(expectStatus(await begin([jane, rob, sam, kim, 999_999]), 200).body).toEqual({ voices: [jane] });
        // It opens the sheet again, and a write that is repeated changes nothing.
        api().now = new Date("2026-11-05T09:05:00.000Z");
        expect(expectStatus(await begin([jane], { until: "2026-12-09" }), 200).body).toEqual({ voices: [jane] });
        const { voices } = expectStatus(await client.get(at()), 200).body;
        expect(voices.map(({ state, until }: { state: string; until: string }) => [state, until])).toEqual([
          ["open", SECOND.until],
          ["open", SHEET.until],
          ["open", SHEET.until],
          ["takenBack", SHEET.until],
        ]);
        const { entries } = expectStatus(await client.get(`/assessments/${id}/history?kind=voicesSecondRound`), 200).body;
        expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([{ numbers: [1], until: SECOND.until }]);
        const letters = (await lettersTo(api(), `${teams}@second.example`)).filter(({ kind }) => kind === "voiceSecondRound");
        expect(
          letters.map(({ to, letter }) => [to, letter?.subject, letter?.paragraphs.join("\n").includes("your check of facts")]),
        ).toEqual([[`jane${teams}@second.example`, "Your check of facts about Harbour Authority is asked for", true]]);
      });
    },
    { mail: MAIL },
  );
});
