/** Extension `voices`: what the client's own people say (docs/rules/voices.md). */
import { beforeEach, describe, expect, it } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { VoiceBearers } from "#api/auth/voice-bearer.ts";
import { deleteOrganization } from "#api/services/deleting-organizations.ts";
import { forgetOldVoices } from "#api/services/forgetting-voices.ts";
import { exportHistory } from "#api/services/history.ts";
import { inTransaction } from "#api/store/open.ts";
import { TABLES } from "#api/store/tables.ts";
import {
  type Voice,
  type VoiceAnswers,
  type VoiceList,
  type VoicePage,
  type VoiceSheet,
  type VoiceViews,
  voiceAnswers,
  voiceList,
  voiceMails,
  voicePage,
  voiceSheet,
  voiceViews,
} from "#model/contract/voices.ts";
import { VOICE_COMMENT_MAX, VOICE_MESSAGE_MAX, VOICES_MAX } from "#model/voices.ts";
import { type Client, MAIL, testConfig } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import {
  answerAllItil,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

const PLACE = "thread/1/6";
const UNTIL = "2026-12-01";
const PRACTICES = [2, 3, 4, 15, 16, 18, 19].map((id) => ({ id, selectionMode: 1 as const }));
const PAGE = `/voice/pages/${encodeURIComponent(PLACE)}`;

const line = (name: string, role = "Manager", email: string | null = null) => ({ name, role, email });
const sheet = (over: Record<string, unknown> = {}) => ({ places: [PLACE], until: UNTIL, message: "", checksFacts: false, ...over });

describe("voices", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let client: Client;
      let organization: number;
      let id: number;
      const at = (name: string) => `${name}${teams}@voices.example`;
      const signIn = (name: string, permission: "lead" | "assessor" | "viewer" = "assessor") =>
        api().signIn({ email: at(name), firstName: "Anna", team: `Voices ${teams}`, permission });

      beforeEach(async () => {
        api().now = new Date("2026-11-05T09:00:00.000Z");
        teams += 1;
        client = await signIn("anna");
        organization = await createOrganization(client);
        id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6, 9] });
        // No write about voices needs the lock.
        expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      });

      const ask = (voices: object[], over: Record<string, unknown> = {}, of = id) =>
        client.post(`/assessments/${of}/voices`, { voices, ...sheet(over) });
      const invite = async (voices: object[], over: Record<string, unknown> = {}, of = id): Promise<number[]> =>
        expectStatus(await ask(voices, over, of), 200).body.voices.map(({ voice }: { voice: number }) => voice);
      const list = async (of = id): Promise<VoiceList> =>
        voiceList.parse(expectStatus(await client.get(`/assessments/${of}/voices`), 200).body);
      const only = async (): Promise<Voice> => (await list()).voices[0] as Voice;
      const act = (voice: number, what: string, body: unknown = {}, headers = {}) =>
        client.post(`/assessments/${id}/voices/${voice}/${what}`, body, headers);
      const tokenOf = async (voice: number, renew = false): Promise<string> =>
        expectStatus(await act(voice, "link", { renew }), 200).body.token;
      const enter = (token: string) => api().anonymous.post("/auth/voice", { token, network: `of ${teams}` });
      const bearing = (token: string) => api().anonymous.bearing(token);
      const enterAs = async (voice: number): Promise<Client> => bearing(expectStatus(await enter(await tokenOf(voice)), 200).body.token);
      const page = async (voice: Client, place = PLACE): Promise<VoicePage> =>
        voicePage.parse(expectStatus(await voice.get(`/voice/pages/${encodeURIComponent(place)}`), 200).body);
      /** Answers the statements of a page from the first on. */
      const answer = async (voice: Client, choices: (string | null)[], over: Record<string, unknown> = {}, place = PLACE, headers = {}) => {
        const { statements } = await page(voice, place);
        const answers = choices.map((choice, index) => ({
          questionId: statements[index]?.questionId,
          choice,
          comment: "",
          seen: "",
          ...over,
        }));
        return voice.put(`/voice/pages/${encodeURIComponent(place)}`, { answers }, headers);
      };
      const says = async (voice: number, ...choices: string[]) => void expectStatus(await answer(await enterAs(voice), choices), 200);
      const answers = async (place?: string): Promise<VoiceAnswers> =>
        voiceAnswers.parse(expectStatus(await client.get(`/assessments/${id}/voices/answers${place ? `?place=${place}` : ""}`), 200).body);
      const opinions = async (by = client): Promise<VoiceViews> =>
        voiceViews.parse(expectStatus(await by.get(`/assessments/${id}/voices/views`), 200).body);
      const settings = (form: object, headers = {}) => client.put(`/assessments/${id}/voice-settings`, form, headers);
      const history = async () =>
        (expectStatus(await client.get(`/assessments/${id}/history`), 200).body.entries as Record<string, unknown>[])
          .filter(({ kind }) => String(kind).startsWith("voice"))
          .map(({ kind, place, before, after }) => ({ kind, place, before, after }))
          .reverse();
      const letters = () => lettersTo(api(), `${teams}@voices.example`);
      const later = async (day: string, time = "09:00") => {
        api().now = new Date(`${day}T${time}:00.000Z`);
        client = await signIn("anna");
      };

      it("are asked several at once, each line by itself", async () => {
        const answered = expectStatus(
          await ask([
            line(" Jane ", "manager", at("jane")),
            line("Bob"),
            line("Win at evil.com"),
            line("Kim", "Boss"),
            line("Lee", "User", "lee@example"),
            line("Jim", "User", at("JANE")),
          ]),
          200,
        ).body.voices;
        expect(answered).toEqual([
          { voice: expect.any(Number) },
          { voice: expect.any(Number) },
          { refused: "name" },
          { refused: "role" },
          { refused: "address" },
          { refused: "twice" },
        ]);
        const { voices, places, ...rest } = await list();
        expect(voices.map(({ number, name, role, email, state }) => [number, name, role, email, state])).toEqual([
          [1, "Jane", "Manager", at("jane"), "open"],
          [2, "Bob", "Manager", null, "open"],
        ]);
        expect(voices[0]).toMatchObject({ places: [PLACE], until: UNTIL, total: 5, answered: 0, maySendMail: true, askedBy: at("anna") });
        expect(voices[1]?.maySendMail).toBe(false);
        expect(places.map(({ place, within, statements }) => [place, within, statements])).toEqual([
          [PLACE, "Benefits management", 5],
          ["thread/1/9", "Benefits management", 5],
        ]);
        expect(rest).toEqual({
          roles: ["Executive", "Sponsor", "Manager", "Project office", "Specialist", "Support", "User"],
          showInResults: false,
          mail: true,
          versions: { voices: 0 },
        });
        expect(await history()).toEqual([
          {
            kind: "voicesAsked",
            place: "",
            before: undefined,
            after: { numbers: [1, 2], places: [PLACE], until: UNTIL, checksFacts: false },
          },
        ]);
      });

      it.each([
        ["a place that is not in scope", { places: ["thread/2/6"] }, "places.0"],
        ["the same place twice", { places: [PLACE, PLACE] }, "places"],
        ["no place", { places: [] }, "places"],
        ["a day that is over", { until: "2026-11-04" }, "until"],
        ["a day too far away", { until: "2027-11-06" }, "until"],
        ["no day", { until: "soon" }, "until"],
        ["a message with an address", { message: "See evil.com" }, "message"],
        ["a message that is too long", { message: "x".repeat(VOICE_MESSAGE_MAX + 1) }, "message"],
      ])("are not asked about %s", async (_, over, path) => {
        const { status, body } = await ask([line("Jane")], over);
        expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
        expect((await list()).voices).toEqual([]);
      });

      it("are listed with what they answered, and without their places where nobody wants these", async () => {
        const [jane = 0] = await invite([line("Jane"), line("Bob")]);
        await says(jane, "Fully", "Partially");
        const whole = await list();
        expect(whole.voices.map(({ answered, places }) => [answered, places])).toEqual([
          [2, expect.arrayContaining([PLACE])],
          [0, expect.arrayContaining([PLACE])],
        ]);
        const brief = voiceList.parse(expectStatus(await client.get(`/assessments/${id}/voices?without=places`), 200).body);
        expect(brief).toEqual({ ...whole, voices: whole.voices.map((voice) => ({ ...voice, places: [] })) });
        expect((await client.get(`/assessments/${id}/voices?without=names`)).status).toBe(422);
      });

      it("of ITIL are asked about practices and components, never about those that follow", async () => {
        const itil = await createItil(client, organization, { selectedScope: "Comprehensive", practices: PRACTICES });
        const { places, roles } = await list(itil);
        expect(roles).toEqual(["Executive", "Service owner", "Manager", "Specialist", "Service desk", "Support", "User"]);
        expect(places.map(({ place }) => place)).toEqual([
          ...PRACTICES.map((practice) => `capability/${practice.id}`),
          ...["maturity/1", "maturity/2", "maturity/3"],
        ]);
        expect((await ask([line("Jane")], { places: ["maturity/4"] }, itil)).status).toBe(422);
        const [voice = 0] = await invite([line("Jane")], { places: ["maturity/1", "capability/19"], checksFacts: true }, itil);
        const { token } = expectStatus(await client.post(`/assessments/${itil}/voices/${voice}/link`), 200).body;
        const jane = bearing(expectStatus(await enter(token), 200).body.token);
        await answerAllItil(client, itil, "F", 3);
        const practice = await page(jane, "capability/19");
        expect(practice.statements[0]).toMatchObject({
          choices: [
            { key: "Fully", name: "Fully" },
            { key: "Rarely", name: "Rarely/Never" },
          ],
          verdict: "Fully",
        });
        const component = await page(jane, "maturity/1");
        expect(component.statements).toHaveLength(1);
        expect(component.statements[0]?.choices.map(({ key }) => key)).toEqual(["1", "2", "3", "4", "5"]);
        expect(component.statements[0]?.verdict).toBe(component.statements[0]?.choices[2]?.name);
        expect((await answer(jane, ["Partially"], {}, "capability/19")).status).toBe(422);
        expectStatus(await answer(jane, ["Rarely", "cannotTell"], {}, "capability/19"), 200);
        expectStatus(await answer(jane, ["5"], {}, "maturity/1"), 200);
        const said = voiceAnswers.parse(expectStatus(await client.get(`/assessments/${itil}/voices/answers`), 200).body);
        expect(said.places.find(({ place }) => place === "maturity/1")?.statements[0]).toMatchObject({
          verdict: "3",
          said: [{ role: "Manager", choice: "5", voices: 1 }],
        });
        expect(
          said.places
            .find(({ place }) => place === "capability/19")
            ?.statements.slice(0, 2)
            .map((each) => each.said),
        ).toEqual([[{ role: "Manager", choice: "Rarely", voices: 1 }], [{ role: "Manager", choice: "cannotTell", voices: 1 }]]);
      });

      it("have a sheet that shows no level, score, verdict or other voice", async () => {
        const [jane = 0, bob = 0] = await invite([line("Jane"), line("Bob")], {
          places: ["thread/1/9", PLACE],
          message: "Be frank.\nThank you.",
        });
        await says(bob, "Fully");
        const own = await enterAs(jane);
        const read: VoiceSheet = voiceSheet.parse(expectStatus(await own.get("/voice"), 200).body);
        expect(read).toMatchObject({
          ...{ organization: organizationForm().name, assessment: "Spring review", assessmentType: "P3M3", name: "Jane", role: "Manager" },
          ...{ askedBy: { name: "Anna", email: at("anna") }, message: "Be frank.\nThank you.", until: UNTIL, closed: false, mails: false },
          pages: [
            { place: PLACE, total: 5, answered: 0 },
            { place: "thread/1/9", total: 5, answered: 0 },
          ],
        });
        const { statements, ...rest } = await page(own);
        expect(rest).toMatchObject({ place: PLACE, within: "Benefits management", versions: { voicePage: 0 } });
        expect(rest).not.toHaveProperty("check");
        expect(Object.keys(statements[0] ?? {}).sort()).toEqual(["choice", "choices", "comment", "questionId", "seen", "statement"]);
        expect(statements[0]?.choices.map(({ key }) => key)).toEqual(["Fully", "Partially", "Rarely/Never"]);
        expect(statements[0]?.choice).toBeNull();
        expect(JSON.stringify([read, rest, statements])).not.toContain("Bob");
      });

      it("save page by page, and may come back until they are closed", async () => {
        const [voice = 0] = await invite([line("Jane")]);
        const own = await enterAs(voice);
        const { statements } = await page(own);
        const [first, second] = statements.map(({ questionId }) => questionId);
        const given = { questionId: second, choice: "cannotTell", comment: "Ask Kim", seen: "Intranet" };
        expect(expectStatus(await own.put(PAGE, { answers: [given] }), 200).body).toMatchObject({ versions: { voicePage: 1 } });
        expectStatus(await own.put(PAGE, { answers: [{ questionId: first, choice: "Fully", comment: "", seen: "" }] }), 200);
        await later("2026-11-05", "20:00");
        const { doneAt, pages } = voiceSheet.parse(expectStatus(await own.post("/voice/done"), 200).body);
        expect([doneAt, pages[0]?.answered]).toEqual(["2026-11-05T20:00:00.000Z", 2]);
        const again = await enterAs(voice);
        expect((await page(again)).statements.slice(0, 3).map(({ choice, comment, seen }) => [choice, comment, seen])).toEqual([
          ["Fully", "", ""],
          ["cannotTell", "Ask Kim", "Intranet"],
          [null, "", ""],
        ]);
        // Taking an answer back.
        expectStatus(await again.put(PAGE, { answers: [{ questionId: first, choice: null, comment: "", seen: "" }] }), 200);
        expect(await only()).toMatchObject({
          ...{ answered: 1, firstAnsweredAt: "2026-11-05T09:00:00.000Z", lastAnsweredAt: "2026-11-05T20:00:00.000Z" },
          doneAt: "2026-11-05T20:00:00.000Z",
        });
      });

      it.each([
        ["an unknown statement", { answers: [{ questionId: 1, choice: "Fully", comment: "", seen: "" }] }, "answers.0.questionId"],
        [
          "a choice that no statement has",
          { answers: [{ questionId: 1, choice: "x".repeat(21), comment: "", seen: "" }] },
          "answers.0.choice",
        ],
      ])("refuse %s", async (_, body, path) => {
        const [voice = 0] = await invite([line("Jane")]);
        const refused = await (await enterAs(voice)).put(PAGE, body);
        expect([refused.status, refused.body.errors[0].path]).toEqual([422, path]);
      });

      it("take neither another page's answers, nor endless texts", async () => {
        const [voice = 0] = await invite([line("Jane")]);
        const own = await enterAs(voice);
        expect((await own.get(`/voice/pages/${encodeURIComponent("thread/1/9")}`)).status).toBe(404);
        expect((await own.get("/voice/pages/nowhere")).status).toBe(404);
        expect((await answer(own, ["Rarely"])).status).toBe(422);
        expect((await answer(own, ["Fully"], { comment: "x".repeat(VOICE_COMMENT_MAX + 1) })).status).toBe(422);
        expect((await answer(own, ["Fully"], { seen: "x".repeat(301) })).status).toBe(422);
        expect(await only()).toMatchObject({ answered: 0, firstAnsweredAt: null });
      });

      it("of two devices overwrite nothing that the other has not seen", async () => {
        const [voice = 0] = await invite([line("Jane")]);
        const [phone, laptop] = [await enterAs(voice), await enterAs(voice)];
        expectStatus(await answer(phone, ["Fully"], {}, PLACE, { "Made-From": "voicePage=0" }), 200);
        const refused = await answer(laptop, ["Partially"], {}, PLACE, { "Made-From": "voicePage=0" });
        expect([refused.status, refused.body.present.statements[0].choice, refused.body.present.versions]).toEqual([
          412,
          "Fully",
          { voicePage: 1 },
        ]);
        // The same content is no conflict: a save whose response was lost comes again.
        expectStatus(await answer(laptop, ["Fully"], {}, PLACE, { "Made-From": "voicePage=0" }), 200);
        expectStatus(await answer(laptop, ["Partially"], {}, PLACE, { "Made-From": "voicePage=1" }), 200);
        const both = await Promise.all([
          answer(phone, ["Fully"], {}, PLACE, { "Made-From": "voicePage=2" }),
          answer(laptop, ["Rarely/Never"], {}, PLACE, { "Made-From": "voicePage=2" }),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      });

      it("in a check of facts see the verdict in words, and agree or say why not", async () => {
        const [checker = 0, other = 0] = await invite([line("Jane")], { checksFacts: true }).then(async ([first]) => [
          first,
          ...(await invite([line("Bob")])),
        ]);
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
        const own = await enterAs(checker);
        const { statements, check } = await page(own);
        expect(statements.map(({ verdict }) => verdict)).toEqual(["Fully", "Partially", undefined, undefined, undefined]);
        expect(check).toEqual({ agrees: null, reason: "", verdicts: expect.any(String) });
        expect((await page(await enterAs(other))).statements.some((statement) => "verdict" in statement)).toBe(false);
        const unexplained = await own.put(PAGE, { answers: [], check: { agrees: false, reason: " ", verdicts: check?.verdicts } });
        expect([unexplained.status, unexplained.body.errors[0].path]).toEqual([422, "check.reason"]);
        expectStatus(await own.put(PAGE, { answers: [], check: { ...check, agrees: false, reason: "We do more" } }), 200);
        expect((await page(own)).check).toEqual({ ...check, agrees: false, reason: "We do more" });
        const [place] = (await answers(PLACE)).places;
        expect(place?.checks).toEqual([{ voiceId: checker, agrees: false, reason: "We do more" }]);
        expect(place?.statements.map(({ verdict }) => verdict)).toEqual(["Fully", "Partially", null, null, null]);
        // Of another verdict this says nothing.
        expectStatus(await answerThread(client, id, 1, 6, "FFNNN"), 200);
        const moved = (await page(own)).check;
        expect(moved).toMatchObject({ agrees: null, reason: "We do more" });
        expect((await answers(PLACE)).places[0]?.checks).toEqual([]);
        expectStatus(await own.put(PAGE, { answers: [], check: { ...moved, agrees: true, reason: "" } }), 200);
        expect((await answers(PLACE)).places[0]?.checks).toEqual([{ voiceId: checker, agrees: true, reason: "" }]);
      });

      it("agree with no verdict that they have not seen; what else they say is stored", async () => {
        const [voice = 0] = await invite([line("Jane")], { checksFacts: true });
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
        const own = await enterAs(voice);
        const opened = await page(own);
        expectStatus(await answerThread(client, id, 1, 6, "FFNNN"), 200);
        const answers0 = [{ questionId: opened.statements[0]?.questionId, choice: "Partially", comment: "Not all", seen: "" }];
        const old = { answers: answers0, check: { ...opened.check, agrees: true } };
        for (const _time of [1, 2]) {
          const { statements, check } = voicePage.parse(expectStatus(await own.put(PAGE, old), 200).body);
          expect([check?.agrees, statements[1]?.verdict, statements[0]?.choice]).toEqual([null, "Fully", "Partially"]);
          expect((await answers(PLACE)).places[0]?.checks).toEqual([]);
        }
        // What they say of the verdict of now is not lost to a page that shows an older one.
        const now = await page(own);
        expectStatus(await own.put(PAGE, { answers: answers0, check: { ...now.check, agrees: true } }), 200);
        expectStatus(await own.put(PAGE, old), 200);
        expect((await answers(PLACE)).places[0]?.checks).toEqual([{ voiceId: voice, agrees: true, reason: "" }]);
        expectStatus(await own.put(PAGE, { answers: answers0, check: { ...now.check, agrees: null } }), 200);
        expectStatus(await own.put(PAGE, old), 200);
        // Of the verdict that they saw, it counts.
        expectStatus(await answerThread(client, id, 1, 6, "FPNNN"), 200);
        expect((await answers(PLACE)).places[0]?.checks).toEqual([{ voiceId: voice, agrees: true, reason: "" }]);
      });

      it("save the rest of a page that still checks facts after that has ended", async () => {
        const [voice = 0] = await invite([line("Jane")], { checksFacts: true });
        const own = await enterAs(voice);
        const { statements, check } = await page(own);
        expectStatus(await client.put(`/assessments/${id}/voices/${voice}`, { ...line("Jane"), ...sheet() }), 200);
        const answers = [{ questionId: statements[0]?.questionId, choice: "Fully", comment: "", seen: "" }];
        const saved = voicePage.parse(expectStatus(await own.put(PAGE, { answers, check: { ...check, agrees: true } }), 200).body);
        expect([saved.statements[0]?.choice, saved.check]).toEqual(["Fully", undefined]);
      });

      it("are read by those who assess: all of one place, and counts and texts of all", async () => {
        const [jane = 0, bob = 0, kim = 0] = await invite([line("Jane"), line("Bob"), line("Kim", "User")]);
        await says(jane, "Fully", "Partially");
        expectStatus(await answer(await enterAs(bob), ["Fully"], { comment: "See the plan", seen: "Intranet" }), 200);
        await says(kim, "cannotTell");
        const said = [
          { role: "Manager", choice: "Fully", voices: 2 },
          { role: "User", choice: "cannotTell", voices: 1 },
        ];
        const [one] = (await answers(PLACE)).places;
        expect(one).toMatchObject({ place: PLACE, asked: 3, answered: 3, descoped: false });
        expect(one?.statements[0]?.said).toEqual(said);
        expect(one?.statements[0]?.answers).toEqual([
          { voiceId: jane, choice: "Fully", comment: "", seen: "" },
          { voiceId: bob, choice: "Fully", comment: "See the plan", seen: "Intranet" },
          { voiceId: kim, choice: "cannotTell", comment: "", seen: "" },
        ]);
        expect(one?.statements[0]?.choices.map(({ key }) => key)).toEqual(["Rarely/Never", "Partially", "Fully"]);
        const all = await answers();
        expect(all.voices.map(({ number, name }) => [number, name])).toEqual([
          [1, "Jane"],
          [2, "Bob"],
          [3, "Kim"],
        ]);
        expect(all.places.map(({ place, asked: count }) => [place, count])).toEqual([
          [PLACE, 3],
          ["thread/1/9", 0],
        ]);
        expect(all.places[0]?.statements[0]).toMatchObject({ said, answers: [{ voiceId: bob, comment: "See the plan" }] });
        const brief = voiceAnswers.parse(expectStatus(await client.get(`/assessments/${id}/voices/answers?without=texts`), 200).body);
        expect(brief.places[0]?.statements[0]).toMatchObject({ said, answers: [] });
        expect(JSON.stringify(brief)).not.toMatch(/See the plan|Intranet/);
        for (const wrong of ["place=here", "without=names"])
          expect((await client.get(`/assessments/${id}/voices/answers?${wrong}`)).status).toBe(422);
        // They count in no score, and nothing is answered.
        expect(expectStatus(await client.get(`/assessments/${id}/progress`), 200).body.perspectivesProgress[0].answeredThreads).toBe(0);
      });

      it("have answered once they have said something about any statement, which a comment is not", async () => {
        const [jane = 0, bob = 0, kim = 0] = await invite([line("Jane"), line("Bob"), line("Kim"), line("Lee")]);
        await says(jane, "Fully");
        const { statements } = await page(await enterAs(bob));
        const own = { questionId: statements[1]?.questionId, choice: "cannotTell", comment: "", seen: "" };
        expectStatus(await (await enterAs(bob)).put(PAGE, { answers: [own] }), 200);
        expectStatus(await (await enterAs(kim)).put(PAGE, { answers: [{ ...own, choice: null, comment: "Ask Bob" }] }), 200);
        const [place] = (await answers()).places;
        expect([place?.answered, place?.asked]).toEqual([2, 4]);
      });

      it("are known to the assessment, not to lists of them", async () => {
        const known = async () => expectStatus(await client.get(`/assessments/${id}`), 200).body.hasVoices;
        expect(await known()).toBe(false);
        const [voice = 0] = await invite([line("Jane")]);
        expect(await known()).toBe(true);
        const { P3M3 } = expectStatus(await client.get(`/organizations/${organization}/assessments`), 200).body;
        expect(Object.values(P3M3).flat()).not.toContainEqual(expect.objectContaining({ hasVoices: expect.anything() }));
        expectStatus(await act(voice, "take-back"), 200);
        expect(await known()).toBe(false);
      });

      it("wait for nobody who changes the people of their team", async () => {
        const lead = await signIn("lead", "lead");
        const { people } = expectStatus(await lead.get("/people"), 200).body;
        const anna = people.find(({ email }: { email: string }) => email === at("anna")).id;
        const [jane = 0] = await invite([line("Jane", "Manager", at("jane"))]);
        const statuses: number[] = [];
        for (let round = 0; round < 9; round += 1) {
          const change = [
            () => ask([line("Kim", "User", at(`kim${round}`))]),
            () => client.put(`/assessments/${id}/voices/${jane}`, { ...line("Jane", "Manager", at(`jane${round}`)), ...sheet() }),
            () => act(jane, "reminder"),
          ][round % 3] as () => Promise<{ status: number }>;
          const people = lead.put(`/people/${anna}`, { permission: round % 2 === 0 ? "lead" : "assessor" });
          statuses.push(...(await Promise.all([change(), people])).map(({ status }) => status));
        }
        // A deadlock would be a 503; somebody is reminded only once.
        expect(statuses.filter((status) => status >= 300 && status !== 422)).toEqual([]);
      });

      it("keep what they said about a thread while it is descoped", async () => {
        const [voice = 0] = await invite([line("Jane")], { places: [PLACE, "thread/1/9"] });
        await says(voice, "Fully");
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        expectStatus(await client.post(`/assessments/${id}/1/6/descope`), 200);
        expect((await ask([line("Bob")])).body.errors[0].path).toBe("places.0");
        // A voice that has the place already keeps it.
        expectStatus(
          await client.put(`/assessments/${id}/voices/${voice}`, { ...line("Janet"), ...sheet({ places: [PLACE, "thread/1/9"] }) }),
          200,
        );
        const own = await enterAs(voice);
        expect(voiceSheet.parse((await own.get("/voice")).body).pages.map(({ place }) => place)).toEqual(["thread/1/9"]);
        expect((await own.get(PAGE)).status).toBe(404);
        expect((await own.put(PAGE, { answers: [] })).status).toBe(404);
        expect(await only()).toMatchObject({ total: 5, answered: 0 });
        expectStatus(await client.post(`/assessments/${id}/1/6/rescope`), 200);
        expect((await page(own)).statements[0]?.choice).toBe("Fully");
      });

      it("answer for the statements of their scope alone", async () => {
        const [voice = 0] = await invite([line("Jane")]);
        await says(voice, "Fully");
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        const { perspectives, threads, selectedLevel, selectedScope } = (await client.get(`/assessments/${id}`)).body;
        const changed = { assessmentType: "P3M3", name: "Spring review", selectedScope: "Project", perspectives, threads, selectedLevel };
        expectStatus(await client.put(`/assessments/${id}`, changed), 200);
        expect((await page(await enterAs(voice))).statements[0]?.choice).toBeNull();
        expect((await answers(PLACE)).places[0]?.statements[0]?.said).toEqual([]);
        expect((await only()).answered).toBe(0);
        // Answers to the other statements replace none; all return with their scope.
        await says(voice, "Rarely/Never", "Partially");
        expect((await only()).answered).toBe(2);
        expectStatus(await client.put(`/assessments/${id}`, { ...changed, selectedScope }), 200);
        expect((await page(await enterAs(voice))).statements[0]?.choice).toBe("Fully");
        expect((await answers(PLACE)).places[0]?.statements[0]?.said).toEqual([{ role: "Manager", choice: "Fully", voices: 1 }]);
        expect((await only()).answered).toBe(1);
      });

      it("keep their address once they have answered", async () => {
        const [jane = 0, bob = 0] = await invite([line("Jane", "Manager", at("jane")), line("Bob")]);
        const readdress = (voice: number, email: string | null) =>
          client.put(`/assessments/${id}/voices/${voice}`, { ...line("Kim", "Manager", email), ...sheet() });
        for (const voice of [jane, bob]) await says(voice, "Fully");
        for (const email of [at("kim"), null]) {
          const { status, body } = await readdress(jane, email);
          expect([status, body.errors?.[0]?.path]).toEqual([422, "email"]);
        }
        expectStatus(await readdress(jane, at("jane")), 200);
        expectStatus(await readdress(bob, at("bob")), 200);
      });

      describe("a link", () => {
        it("opens its own sheet alone, as often as wanted, until it is renewed", async () => {
          const [jane = 0, bob = 0] = await invite([line("Jane"), line("Bob")]);
          const token = await tokenOf(jane);
          expect(await tokenOf(jane)).toBe(token);
          const first = expectStatus(await enter(token), 200).body;
          const second = bearing(expectStatus(await enter(token), 200).body.token);
          expect(first).toEqual({
            token: expect.any(String),
            expiry: Date.parse("2026-11-05T21:00:00Z") / 1000,
            sheet: expect.any(String),
          });
          expect((await second.get("/voice")).body).toMatchObject({ name: "Jane", sheet: first.sheet });
          const others = await tokenOf(bob);
          expect((await enter(token.slice(0, 32) + others.slice(32))).status).toBe(401);
          expect((await enter(others.slice(0, 32) + token.slice(32))).status).toBe(401);
          for (const wrong of [token.slice(0, -1), `${token}x`, "x", token.toUpperCase()]) expect((await enter(wrong)).status).toBe(401);
          const renewed = await tokenOf(jane, true);
          expect((await enter(token)).status).toBe(401);
          expect((await second.get("/voice")).status).toBe(401);
          expect((await answer(bearing(expectStatus(await enter(renewed), 200).body.token), ["Fully"])).status).toBe(200);
          expect((await history()).filter(({ kind }) => kind === "voiceLink").map(({ after }) => after)).toEqual([
            { renewed: false },
            { renewed: false },
            { renewed: false },
            { renewed: true },
          ]);
        });

        it("of several voices is given at once, to those whose link has not ended", async () => {
          const [jane = 0, bob = 0, kim = 0] = await invite([line("Jane"), line("Bob"), line("Kim")]);
          const links = (voices: unknown) => client.post(`/assessments/${id}/voices/links`, { voices });
          expectStatus(await act(bob, "take-back"), 200);
          const given = expectStatus(await links([kim, bob, String(jane)]), 200).body.links;
          expect((await history()).at(-1)).toEqual({
            ...{ kind: "voiceLink", place: "", before: undefined },
            after: { numbers: [3, 1], renewed: false },
          });
          expect(given).toEqual([
            { voice: kim, token: await tokenOf(kim) },
            { voice: jane, token: await tokenOf(jane) },
          ]);
          expect((await links([kim, 2_000_000_000])).status).toBe(404);
          for (const wrong of [[], Array.from({ length: VOICES_MAX + 1 }, () => kim)]) expect((await links(wrong)).status).toBe(422);
          expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200);
          expect(expectStatus(await links([kim]), 200).body.links).toEqual([]);
        });

        it("is opened only so often from one network within a minute", async () => {
          const [voice = 0] = await invite([line("Jane")]);
          const token = await tokenOf(voice);
          const from = async (network: string, each: string) =>
            (await api().anonymous.post("/auth/voice", { token: each, network: `${network} ${teams}` })).status;
          const statuses: number[] = [];
          for (let tries = 0; tries < 241; tries += 1) statuses.push(await from("school", tries % 2 === 0 ? token : "wrong"));
          expect([statuses.indexOf(429), await from("home", token)]).toEqual([240, 200]);
          api().now = new Date("2026-11-05T09:01:01.000Z");
          expect(await from("school", token)).toBe(200);
        });

        it("gives a token that nothing but its sheet takes, for twelve hours", async () => {
          const [voice = 0] = await invite([line("Jane")]);
          const own = await enterAs(voice);
          for (const path of [
            "/me",
            "/organizations",
            `/assessments/${id}`,
            `/assessments/${id}/voices`,
            `/assessments/${id}/voices/views`,
          ])
            expect([path, (await own.get(path)).status]).toEqual([path, 401]);
          expect((await own.post("/auth/logout")).status).toBe(401);
          expect((await own.post(`/assessments/${id}/lock`)).status).toBe(401);
          for (const caller of [client, api().anonymous, bearing("x")])
            expect([
              (await caller.get("/voice")).status,
              (await caller.get(PAGE)).status,
              (await caller.post("/voice/done")).status,
            ]).toEqual([401, 401, 401]);
          // A token that is signed with the secret of sessions itself, or for a row that does not exist.
          const forged = await new VoiceBearers(["another secret of a test, which signs nothing"]).issue(
            { reference: "00000000-0000-4000-8000-000000000000", generation: 1 },
            api().now,
          );
          expect((await bearing(forged.token).get("/voice")).status).toBe(401);
          api().now = new Date("2026-11-05T20:59:00.000Z");
          expect((await own.get("/voice")).status).toBe(200);
          api().now = new Date("2026-11-05T21:01:00.000Z");
          expect((await own.get("/voice")).status).toBe(401);
        });

        it("signs nobody in as a link of a mail, and that is no link to a sheet", async () => {
          const [voice = 0] = await invite([line("Jane")]);
          const browser = "b".repeat(40);
          expect((await api().anonymous.post("/auth/mail/link", { token: await tokenOf(voice), browser })).status).toBe(401);
          expect((await api().anonymous.post("/auth/mail/session", { token: await tokenOf(voice), browser })).status).toBe(401);
          const secrets = new MailedSecrets(testConfig("").tokenSecrets);
          const row = await api().store.selectFrom("voice").selectAll().where("id", "=", voice).executeTakeFirstOrThrow();
          expect((await enter(secrets.linkOf(row))).status).toBe(401);
        });

        it("is in no table, log or stored response", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          const key = { "Idempotency-Key": `link-${teams}` };
          const { token } = expectStatus(await act(voice, "link", {}, key), 200).body;
          const { token: bearer } = expectStatus(await enter(token), 200).body;
          const own = bearing(bearer);
          expectStatus(await answer(own, ["Fully"]), 200);
          expectStatus(await act(voice, "reminder"), 204);
          const secret = token.slice(32);
          const rows = await Promise.all(
            TABLES.map(async (table) => JSON.stringify(await api().store.selectFrom(table).selectAll().execute())),
          );
          for (const text of [...rows, JSON.stringify(api().logged)]) {
            expect(text).not.toContain(secret);
            expect(text).not.toContain(bearer);
          }
          expect(expectStatus(await act(voice, "link", {}, key), 200).body.token).toBe(token);
          expect(await api().store.selectFrom("idempotency_key").select("key").where("key", "=", key["Idempotency-Key"]).execute()).toEqual(
            [],
          );
        });
      });

      describe("a sheet", () => {
        it("is open on its last day, and closed after it", async () => {
          const [voice = 0] = await invite([line("Jane")]);
          await later(UNTIL, "20:00");
          const own = await enterAs(voice);
          expectStatus(await answer(own, ["Fully"]), 200);
          await later("2026-12-02", "00:30");
          expect((await only()).state).toBe("closed");
          const read = voiceSheet.parse(expectStatus(await own.get("/voice"), 200).body);
          expect([read.closed, read.pages]).toEqual([true, []]);
          for (const refused of [await own.get(PAGE), await own.put(PAGE, { answers: [] }), await own.post("/voice/done")])
            expect(refused.status).toBe(409);
          // The link still leads to the page that says so.
          expect((await enter(await tokenOf(voice))).status).toBe(200);
        });

        it("closes alone or with all others, and opens again with another last day", async () => {
          const [jane = 0, bob = 0] = await invite([line("Jane"), line("Bob")]);
          const own = await enterAs(jane);
          expect(expectStatus(await act(jane, "closing"), 200).body).toMatchObject({ state: "closed" });
          expect((await own.put(PAGE, { answers: [] })).status).toBe(409);
          expectStatus(await act(jane, "closing"), 200);
          expectStatus(await client.post(`/assessments/${id}/voices/closing`), 204);
          expectStatus(await client.post(`/assessments/${id}/voices/closing`), 204);
          expect((await list()).voices.map(({ state }) => state)).toEqual(["closed", "closed"]);
          const { body } = await client.put(`/assessments/${id}/voices/${bob}`, { ...line("Bob"), ...sheet({ until: "2026-12-02" }) });
          expect(body).toMatchObject({ state: "open", until: "2026-12-02" });
          expect((await history()).filter(({ kind }) => kind === "voicesClosed").map(({ after }) => after)).toEqual([
            { numbers: [1] },
            { numbers: [2] },
          ]);
        });

        it("stays closed with an earlier last day; a new address gets no mail then", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          expectStatus(await act(voice, "closing"), 200);
          const put = (email: string, until: string) =>
            client.put(`/assessments/${id}/voices/${voice}`, { ...line("Jane", "Manager", email), ...sheet({ until }) });
          expect(expectStatus(await put(at("jane"), "2026-11-20"), 200).body).toMatchObject({ state: "closed", until: "2026-11-20" });
          expect(expectStatus(await put(at("janet"), "2026-11-20"), 200).body).toMatchObject({ state: "closed", mailedAt: null });
          expect(await letters()).toHaveLength(1);
          const opened = expectStatus(await put(at("june"), "2026-11-21"), 200).body;
          expect([opened.state, opened.mailedAt !== null, (await letters()).length]).toEqual(["open", true, 2]);
        });

        it("is written or closed, never both, when both come at once", async () => {
          const voices = await invite(Array.from({ length: 6 }, (_, number) => line(`Voice ${number}`)));
          const own = await Promise.all(voices.map(enterAs));
          const pages = await Promise.all(own.map((voice) => page(voice)));
          const writes = own.map((voice, index) =>
            voice.put(PAGE, { answers: [{ questionId: pages[index]?.statements[0]?.questionId, choice: "Fully", comment: "", seen: "" }] }),
          );
          const [closed, ...written] = await Promise.all([client.post(`/assessments/${id}/voices/closing`), ...writes]);
          expect(closed?.status).toBe(204);
          const stored = (await answers(PLACE)).places[0]?.statements[0]?.answers.map(({ voiceId }) => voiceId) ?? [];
          expect(stored).toEqual(voices.filter((_, index) => written[index]?.status === 200));
          expect(written.every(({ status }) => status === 200 || status === 409)).toBe(true);
          expect((await own[0]?.put(PAGE, { answers: [] }))?.status).toBe(409);
        });

        it("ends at once when it is taken back; its answers count no longer", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          await says(voice, "Fully");
          const own = await enterAs(voice);
          const token = await tokenOf(voice);
          expect(expectStatus(await act(voice, "take-back"), 200).body.state).toBe("takenBack");
          expectStatus(await act(voice, "take-back"), 200);
          expect((await own.get("/voice")).status).toBe(401);
          expect((await own.put(PAGE, { answers: [] })).status).toBe(401);
          expect((await enter(token)).status).toBe(401);
          const { voices, places } = await answers();
          expect([voices, places[0]?.statements[0]?.said]).toEqual([[], []]);
          for (const what of ["reminder", "link", "closing"]) expect((await act(voice, what)).status).toBe(422);
          expect((await client.put(`/assessments/${id}/voices/${voice}`, { ...line("Jane"), ...sheet() })).status).toBe(422);
          // The address may be asked again.
          expect(await invite([line("Jane", "Manager", at("jane"))])).toHaveLength(1);
        });

        it("closes on submission, and nothing about voices can be changed then but their names", async () => {
          const done = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [6] });
          expect((await ask([line("Jane")], {}, done)).status).toBe(422);
          const [voice = 0] = await invite([line("Jane")]);
          const own = await enterAs(voice);
          expectStatus(await client.post(`/assessments/${id}/lock`), 200);
          for (const thread of [6, 9]) expectStatus(await answerThread(client, id, 1, thread, "FRNNN"), 200);
          expectStatus(await client.post(`/assessments/${id}/complete`), 200);
          expect((await only()).state).toBe("closed");
          expect((await own.put(PAGE, { answers: [] })).status).toBe(409);
          for (const what of ["reminder", "link", "closing", "take-back"])
            expect([what, (await act(voice, what)).status]).toEqual([what, 422]);
          expect((await settings({ showInResults: true })).status).toBe(422);
          expect((await client.post(`/assessments/${id}/voices/closing`)).status).toBe(422);
          expect(expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200).body).toEqual({ forgotten: 1 });
        });

        it("of an archived assessment is closed until that is restored", async () => {
          const [voice = 0] = await invite([line("Jane")]);
          const own = await enterAs(voice);
          expectStatus(await client.post(`/assessments/${id}/archive`), 200);
          expect((await own.put(PAGE, { answers: [] })).status).toBe(409);
          expect((await act(voice, "link")).status).toBe(422);
          expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
          expect((await own.put(PAGE, { answers: [] })).status).toBe(200);
        });
      });

      it("are changed with their version, and history says what, without names", async () => {
        const [voice = 0] = await invite([line("Jane")]);
        const change = (over: object, from: number) =>
          client.put(`/assessments/${id}/voices/${voice}`, { ...line("Jane"), ...sheet(), ...over }, { "Made-From": `voice=${from}` });
        expect(expectStatus(await change({ name: "Janet", role: "user", places: [PLACE, "thread/1/9"] }, 1), 200).body).toMatchObject({
          ...{ name: "Janet", role: "User", total: 10 },
          versions: { voice: 2 },
        });
        const refused = await change({ name: "June" }, 1);
        expect([refused.status, refused.body.present.name]).toEqual([412, "Janet"]);
        expect((await change({ until: "2026-11-01" }, 2)).body.errors[0].path).toBe("until");
        expect((await change({ role: "Boss" }, 2)).body.errors[0].path).toBe("role");
        expect((await change({ email: "x" }, 2)).body.errors[0].path).toBe("email");
        expect((await history())[1]).toEqual({
          kind: "voice",
          place: "voice/1",
          before: { role: "Manager", places: [PLACE], until: UNTIL, checksFacts: false },
          after: { role: "User", places: [PLACE, "thread/1/9"], until: UNTIL, checksFacts: false, changed: ["name"] },
        });
        expect((await client.put(`/assessments/${id}/voices/2000000000`, { ...line("Jane"), ...sheet() })).status).toBe(404);
      });

      it("have the roles of their assessment, which keeps those that somebody has", async () => {
        expect(expectStatus(await settings({ roles: ["Owner", "Crew"] }, { "Made-From": "voices=0" }), 200).body).toEqual({
          ...{ roles: ["Owner", "Crew"], showInResults: false },
          versions: { voices: 1 },
        });
        await invite([line("Jane", "crew")]);
        expect((await settings({ roles: ["Owner"] })).body.errors[0].path).toBe("roles");
        expect((await settings({ roles: ["Crew", "CREW"] })).status).toBe(422);
        expect((await settings({ roles: ["www.evil"] })).status).toBe(422);
        expect((await settings({ showInResults: true }, { "Made-From": "voices=0" })).status).toBe(412);
        expect(expectStatus(await settings({ showInResults: true }, { "Made-From": "voices=1" }), 200).body).toMatchObject({
          roles: ["Owner", "Crew"],
        });
      });

      it("are at most so many, those that were taken back included", async () => {
        const all = Array.from({ length: VOICES_MAX - 1 }, (_, number) => line(`Voice ${number}`));
        const [first = 0] = await invite(all);
        expectStatus(await act(first, "take-back"), 200);
        const { voices } = expectStatus(await ask([line("Jane"), line("Bob")]), 200).body;
        expect(voices).toEqual([{ voice: expect.any(Number) }, { refused: "full" }]);
      });

      it("of one sheet are saved only so often within a minute", async () => {
        const [jane = 0, bob = 0] = await invite([line("Jane"), line("Bob")]);
        const own = await enterAs(jane);
        const statuses = new Set<number>();
        for (let index = 0; index < 121; index += 1) statuses.add((await own.put(PAGE, { answers: [] })).status);
        expect(statuses).toEqual(new Set([200, 429]));
        expect((await (await enterAs(bob)).put(PAGE, { answers: [] })).status).toBe(200);
      });

      it("hold only so many characters in all", async () => {
        const itil = await createItil(client, organization, { practices: PRACTICES });
        const places = PRACTICES.map((practice) => `capability/${practice.id}`);
        const [voice = 0] = await invite([line("Jane")], { places }, itil);
        const { token } = expectStatus(await client.post(`/assessments/${itil}/voices/${voice}/link`), 200).body;
        const own = bearing(expectStatus(await enter(token), 200).body.token);
        const statuses = new Set<number>();
        for (const place of places) {
          const answers = (await page(own, place)).statements.map(({ questionId }) => ({
            questionId,
            choice: null,
            comment: "x".repeat(1000),
            seen: "",
          }));
          statuses.add((await own.put(`/voice/pages/${encodeURIComponent(place)}`, { answers })).status);
        }
        const stored = await api().store.selectFrom("voice_page").select("texts").where("voice_id", "=", voice).execute();
        const size = stored.reduce((sum, { texts }) => sum + (texts?.length ?? 0), 0);
        expect([statuses, size > 0, size <= 40_000]).toEqual([new Set([200, 422]), true, true]);
      });

      describe("mails", () => {
        it("say who asks, and lead to the sheet", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))], { message: "Be frank.\nThank you." });
          const [mail] = await letters();
          expect([mail?.to, mail?.letter?.replyTo]).toEqual([at("jane"), { name: "Anna", address: at("anna") }]);
          const paragraphs = mail?.letter?.paragraphs ?? [];
          expect(paragraphs).toContainEqual({ link: `${MAIL.publicUrl}/voice/${await tokenOf(voice)}` });
          expect(paragraphs.slice(0, 5)).toEqual([
            "Jane,",
            expect.stringContaining(
              `Anna (${at("anna")}), on behalf of Voices ${teams}, asks for your view of how ${organizationForm().name} works`,
            ),
            "Anna writes:",
            "Be frank.",
            "Thank you.",
          ]);
        });

        it("to a colleague are in what they read about themselves", async () => {
          const colleague = await signIn("kim");
          await invite([line("Kim", "Manager", at("kim"))]);
          const { sheets, mails, voicesAsked } = expectStatus(await colleague.get("/me/data"), 200).body;
          expect([sheets, mails.map(({ kind }: { kind: string }) => kind), voicesAsked]).toEqual([
            [{ askedAt: "2026-11-05T09:00:00.000Z", until: UNTIL }],
            ["voice"],
            0,
          ]);
        });

        it("remind once, while the sheet is open", async () => {
          const [jane = 0, bob = 0] = await invite([line("Jane", "Manager", at("jane")), line("Bob")]);
          expect((await act(bob, "reminder")).status).toBe(422);
          expectStatus(await act(jane, "reminder"), 204);
          expect((await only()).maySendMail).toBe(false);
          expect((await act(jane, "reminder")).status).toBe(422);
          expect((await letters()).map(({ letter }) => letter?.subject)).toEqual([
            `Your view of ${organizationForm().name} is asked for`,
            `Reminder: your view of ${organizationForm().name} is asked for`,
          ]);
          expectStatus(await act(jane, "closing"), 200);
          expect((await letters()).map(({ letter }) => letter)).toEqual([undefined, undefined]);
        });

        it("are from whoever causes them, also where another asked", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          client = await signIn("bob");
          expectStatus(await act(voice, "reminder"), 204);
          const suspended_at = api().now.toISOString();
          await api().store.updateTable("user").set({ suspended_at }).where("email", "=", at("anna")).execute();
          expect((await letters()).map(({ letter }) => letter?.replyTo?.address)).toEqual([undefined, at("bob")]);
        });

        it("go to another address with another link", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          const token = await tokenOf(voice);
          expectStatus(
            await client.put(`/assessments/${id}/voices/${voice}`, { ...line("Jane", "Manager", at("janet")), ...sheet() }),
            200,
          );
          expect((await enter(token)).status).toBe(401);
          expect((await letters()).map(({ to, letter }) => [to, letter !== undefined])).toEqual([
            [at("jane"), false],
            [at("janet"), true],
          ]);
        });

        it("end when somebody asks for no more, whoever asks them again", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          const other = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6] });
          const third = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6] });
          await invite([line("Jane", "Manager", at("jane"))], {}, third);
          expectStatus(await (await enterAs(voice)).post("/voice/no-more-mail"), 204);
          expectStatus(await (await enterAs(voice)).post("/voice/no-more-mail"), 204);
          expect(await only()).toMatchObject({ refusesMail: true, maySendMail: false });
          expect(await list(third)).toMatchObject({ voices: [{ refusesMail: true, maySendMail: false }] });
          expect((await act(voice, "reminder")).status).toBe(422);
          expect((await letters()).map(({ letter }) => letter)).toEqual([undefined, undefined]);
          await invite([line("Jane", "Manager", at("JANE"))], {}, other);
          expect(await list(other)).toMatchObject({ voices: [{ refusesMail: true, mailedAt: null }] });
          expect(await letters()).toHaveLength(2);
          expect(JSON.stringify(await api().store.selectFrom("mail_refusal").selectAll().execute())).not.toContain("jane");
        });

        it("come again by the link that ended them, and by no other: not another's to the same address, nor a renewed one", async () => {
          const [voice = 0] = await invite([line("Jane", "Manager", at("jane"))]);
          const own = await enterAs(voice);
          const mails = async (by: Client) => voiceMails.parse(expectStatus(await by.get("/voice/mails"), 200).body).mails;
          expect(await mails(own)).toBe("sent");
          expectStatus(await own.post("/voice/mails-again"), 204);
          expectStatus(await own.post("/voice/no-more-mail"), 204);
          // Somebody who wants to write to her asks her anew, and copies the link of that sheet.
          const other = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6] });
          const [again = 0] = await invite([line("Jane", "Manager", at("JANE"))], {}, other);
          const { token } = expectStatus(await client.post(`/assessments/${other}/voices/${again}/link`, {}), 200).body;
          const theirs = bearing(expectStatus(await enter(token), 200).body.token);
          expectStatus(await theirs.post("/voice/no-more-mail"), 204);
          expect(await mails(theirs)).toBe("refused");
          expect((await theirs.post("/voice/mails-again")).status).toBe(409);
          expect([await mails(own), (await letters()).map(({ letter }) => letter)]).toEqual(["refusedHere", [undefined]]);
          expectStatus(await own.post("/voice/mails-again"), 204);
          expect([await mails(own), await mails(theirs)]).toEqual(["sent", "sent"]);
          expect((await letters()).map(({ letter }) => letter !== undefined)).toEqual([true]);
          expectStatus(await own.post("/voice/no-more-mail"), 204);
          const renewed = bearing(expectStatus(await enter(await tokenOf(voice, true)), 200).body.token);
          expect([await mails(renewed), (await renewed.post("/voice/mails-again")).status]).toEqual(["refused", 409]);
          const [bob = 0] = (await invite([line("Bob")])).slice(-1);
          expect(await mails(await enterAs(bob))).toBe("none");
        });

        it("are at most 200 a day of one person, and five to one address", async () => {
          const many = (from: number, count: number) =>
            Array.from({ length: count }, (_, number) => line(`Voice ${from + number}`, "User", at(`many${from + number}`)));
          await invite(many(0, 150));
          const other = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6] });
          const { voices } = expectStatus(await ask(many(200, 51), {}, other), 200).body;
          expect(voices.filter(({ refused }: { refused?: string }) => refused === "quota")).toHaveLength(1);
          // Forgetting whom they went to gives no room for more.
          expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200);
          expect(expectStatus(await ask([line("Jane", "User", at("jane"))], {}, other), 200).body.voices).toEqual([{ refused: "quota" }]);
          expect((await act((await list(other)).voices[0]?.id as number, "reminder")).status).toBe(404);
        });
      });

      describe("in results", () => {
        const three = [line("A"), line("B"), line("C")];
        const shown = async (by = client) => (await opinions(by)).places[0]?.statements[0];

        const submit = async () => {
          expectStatus(await client.post(`/assessments/${id}/lock`), 200);
          for (const thread of [6, 9]) expectStatus(await answerThread(client, id, 1, thread, "FRNNN"), 200);
          expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        };

        it("are counts of at least three, if they are ticked and the assessment is submitted", async () => {
          const voices = await invite([...three, line("D", "User"), line("E")]);
          for (const voice of voices.slice(0, 2)) await says(voice, "Fully", "Partially");
          await says(voices[2] ?? 0, "Partially");
          await says(voices[3] ?? 0, "Fully");
          expect(await opinions()).toEqual({ withheld: "notShown", places: [] });
          expectStatus(await settings({ showInResults: true }), 200);
          // Not even closed sheets: they could be opened again.
          for (const close of [false, true]) {
            if (close) expectStatus(await client.post(`/assessments/${id}/voices/closing`), 204);
            expect(await opinions()).toEqual({ withheld: "draft", places: [] });
          }
          expectStatus(await act(voices[3] ?? 0, "take-back"), 200);
          await submit();
          expect((await opinions()).sheets).toEqual({ asked: 4, sent: 3, byRole: [{ role: "Manager", voices: 3 }] });
          expect(await shown()).toMatchObject({ voices: 3, byRole: [{ role: "Manager", voices: 3, counts: { Fully: 2, Partially: 1 } }] });
          // Two answered the second statement.
          expect((await opinions()).places[0]?.statements).toHaveLength(1);
          expect(JSON.stringify(await opinions())).not.toMatch(/voiceId|"name":"A"/);
        });

        it("never give away the only one of a role, nor three or four who all gave one answer", async () => {
          const voices = await invite([...three, line("D", "Executive"), line("E", "Executive")]);
          const choices = ["Fully", "Fully", "Partially", "Rarely/Never"];
          for (const [index, choice] of choices.entries()) await says(voices[index] ?? 0, choice, "Fully");
          expectStatus(await settings({ showInResults: true }), 200);
          await submit();
          const { sheets, places } = await opinions();
          // Three managers without the executive would leave one person.
          expect(sheets).toEqual({ asked: 5, sent: 4, byRole: [] });
          expect(places[0]?.statements.map(({ voices: said, byRole }) => [said, byRole])).toEqual([[4, []]]);
        });

        it("decide about roles once for the assessment, by the sheets that were sent", async () => {
          const voices = await invite([...three, line("D", "User"), line("E", "User"), line("F", "User")]);
          const choices = ["Fully", "Fully", "Partially", "Fully", "Fully", "Rarely/Never"];
          for (const [index, choice] of choices.entries()) await says(voices[index] ?? 0, choice, ...(index === 5 ? [] : [choice]));
          expectStatus(await settings({ showInResults: true }), 200);
          await submit();
          const { sheets, places } = await opinions();
          expect(sheets?.byRole.map(({ role, voices: sent }) => [role, sent])).toEqual([
            ["Manager", 3],
            ["User", 3],
          ]);
          // Two users answered the second statement, so that no role is shown there.
          expect(places[0]?.statements.map(({ byRole }) => byRole.length)).toEqual([2, 0]);
        });

        it("are shown to viewers and internal accounts once the assessment is submitted, and nothing else is", async () => {
          const voices = await invite(three);
          for (const [index, voice] of voices.entries()) await says(voice, index === 0 ? "Partially" : "Fully");
          expectStatus(await settings({ showInResults: true }), 200);
          const viewer = await signIn("viv", "viewer");
          const internal = await api().signIn({ email: "office@voices.example", team: "Office" });
          for (const by of [viewer, internal]) {
            expect((await opinions(by)).withheld).toBe("draft");
            expect((await by.get(`/assessments/${id}/voices`)).status).toBe(403);
            expect((await by.get(`/assessments/${id}/voices/answers`)).status).toBe(403);
            expect((await by.delete(`/assessments/${id}/voices/names`)).status).toBe(403);
          }
          await submit();
          for (const by of [client, viewer, internal])
            expect(await shown(by)).toMatchObject({ counts: { Fully: 2, Partially: 1 }, verdict: "Fully" });
        });
      });

      describe("names", () => {
        /** Of the name and address that have to disappear. */
        const person = () => `Wilhelmina${teams}x`;
        /** Whether the store names the person; a backup of it holds the same. */
        const isNamed = async () => {
          const rows = await everything(api().url);
          const entries = [];
          for await (const entry of exportHistory(api().store)) entries.push(entry);
          return JSON.stringify([rows, entries]).toLowerCase().includes(person().toLowerCase());
        };
        const askPerson = () => invite([line(person(), "Manager", `${person()}@voices.example`)], { message: `Dear ${person()}` });

        it("are in no history from the start", async () => {
          const [voice = 0] = await askPerson();
          expectStatus(await act(voice, "reminder"), 204);
          expectStatus(await act(voice, "closing"), 200);
          expect(JSON.stringify(await history())).not.toContain(person());
        });

        it("are removed with one button from store, mails and stored responses; the answers stay", async () => {
          const key = (name: string) => ({ "Idempotency-Key": `${name}-${teams}` });
          const form = { voices: [line(person(), "Manager", `${person()}@voices.example`)], ...sheet({ message: `Dear ${person()}` }) };
          const [{ voice }] = expectStatus(await client.post(`/assessments/${id}/voices`, form, key("ask")), 200).body.voices;
          await says(voice, "Fully");
          const token = await tokenOf(voice);
          const changed = { ...line(person(), "User", `${person()}@voices.example`), ...sheet({ message: `Dear ${person()}` }) };
          expectStatus(await client.put(`/assessments/${id}/voices/${voice}`, changed, key("put")), 200);
          expect(await isNamed()).toBe(true);
          expect(expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200).body).toEqual({ forgotten: 1 });
          expect(await isNamed()).toBe(false);
          expect(await only()).toMatchObject({ ...{ number: 1, name: null, email: null, message: "", state: "closed" }, answered: 1 });
          expect((await answers(PLACE)).places[0]?.statements[0]?.said).toEqual([{ role: "User", choice: "Fully", voices: 1 }]);
          expect((await enter(token)).status).toBe(401);
          expect(expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200).body).toEqual({ forgotten: 0 });
          expect((await history()).at(-1)).toMatchObject({ kind: "voiceNames", after: { numbers: [1] } });
        });

        it("are forgotten a year after the last day, once, whichever process does it", async () => {
          await askPerson();
          const forget = () => forgetOldVoices(api().store, api().now, "UTC");
          const named = async () =>
            (await api().store.selectFrom("voice").select("id").where("forgotten_at", "is", null).where("until", "=", UNTIL).execute())
              .length;
          await later("2027-11-30");
          await forget();
          expect(await isNamed()).toBe(true);
          await later("2027-12-01");
          const left = await named();
          const both = await Promise.all([forget(), forget()]);
          expect(both.reduce((sum, count) => sum + count, 0)).toBe(left);
          expect(await only()).toMatchObject({ name: null, email: null });
          expect(await isNamed()).toBe(false);
        });

        it("are forgotten 90 days after submission", async () => {
          await askPerson();
          expectStatus(await client.post(`/assessments/${id}/lock`), 200);
          for (const thread of [6, 9]) expectStatus(await answerThread(client, id, 1, thread, "FRNNN"), 200);
          expectStatus(await client.post(`/assessments/${id}/complete`), 200);
          await later("2027-02-02");
          await forgetOldVoices(api().store, api().now, "UTC");
          expect((await only()).name).toBe(person());
          await later("2027-02-03");
          await forgetOldVoices(api().store, api().now, "UTC");
          expect(await only()).toMatchObject({ name: null, email: null });
        });

        it("go with their organization", async () => {
          const [voice = 0] = await askPerson();
          await says(voice, "Fully");
          expectStatus(await settings({ showInResults: true }), 200);
          await inTransaction(api().store, (db) => deleteOrganization(db, organization));
          expect(await isNamed()).toBe(false);
          for (const table of ["voice", "voice_page", "voice_setting"] as const)
            expect(await api().store.selectFrom(table).select("assessment_id").where("assessment_id", "=", id).execute()).toEqual([]);
        });
      });
    },
    { mail: MAIL, internalAccounts: ["office@voices.example"] },
  );

  onEachDatabase((api) => {
    it("keep no address where no mails are sent", async () => {
      const client = await api().signIn({ email: "quiet@voices.example" });
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6] });
      expectStatus(await client.post(`/assessments/${id}/voices`, { voices: [line("Jane", "User", "jane@x.example")], ...sheet() }), 200);
      expect(expectStatus(await client.get(`/assessments/${id}/voices`), 200).body).toMatchObject({
        mail: false,
        voices: [{ email: null, mailedAt: null, maySendMail: false }],
      });
    });
  });
});
