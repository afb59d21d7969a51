/** Extension `ratings`: requests, a rater's store, differences and using (docs/rules/second-ratings.md). */
import { describe, expect, it } from "vitest";
import type { ForYou } from "#model/contract/for-you.ts";
import { history } from "#model/contract/history.ts";
import { itilOverview, p3m3Overview } from "#model/contract/overview.ts";
import { peerReview } from "#model/contract/peer-review.ts";
import { type RatingDifferences, ratingDifferences, ratingSheet, ratings } from "#model/contract/ratings.ts";
import { DEPARTURE_MAX, RATING_NOTES_MAX, RATINGS_MAX, ratingMessages } from "#model/ratings.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAll,
  answersFor,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
  selections,
} from "./scenario.ts";

const SCOPE = { perspectiveIds: [1, 2], threadIds: [2, 6, 9, 11, 12] };
const UNTIL = "2099-12-01";
const OG = "perspective/1";
const NEXT = "perspective/2";
const PLACE = "thread/1/6";

describe("second ratings", () => {
  onEachDatabase((api) => {
    let teams = 0;
    const at = (name: string) => `${name}@ratings${teams}.example`;
    const signIn = (name: string, permission: "lead" | "assessor" | "viewer" = "assessor", roles?: ("P3M3" | "ITIL")[]) =>
      api().signIn({ email: at(name), firstName: name, team: `Ratings ${teams}`, permission, ...(roles ? { roles } : {}) });
    const numberOf = async (email: string) =>
      (await api().store.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
    const ask = async (client: Client, id: number, name: string, over: object = {}) =>
      client.post(`/assessments/${id}/ratings`, { person: await numberOf(at(name)), kind: "opinion", groups: [OG], until: UNTIL, ...over });
    const list = async (client: Client, id: number) =>
      ratings.parse(expectStatus(await client.get(`/assessments/${id}/ratings`), 200).body);
    const sheet = async (client: Client, id: number, number: number) =>
      ratingSheet.parse(expectStatus(await client.get(`/assessments/${id}/ratings/${number}`), 200).body);
    const begin = (client: Client, id: number, number: number, groups = [OG], seen = false) =>
      client.post(`/assessments/${id}/ratings/${number}/begin`, { seen: groups.map((group) => ({ group, seen })) });
    const done = (client: Client, id: number, number: number, group = OG) =>
      client.post(`/assessments/${id}/ratings/${number}/done`, { group });
    const overview = async (client: Client, id: number, number: number, query = "") =>
      p3m3Overview.parse(expectStatus(await client.get(`/assessments/${id}/ratings/${number}/overview${query}`), 200).body);
    const rate = async (client: Client, id: number, number: number, place: string, letters: string, headers?: Record<string, string>) => {
      const [thread] = (await overview(client, id, number, `?place=${place}`)).threads;
      const answers = selections(letters).map((selection, index) => ({ questionId: thread?.questions[index]?.id, selection }));
      return client.post(`/assessments/${id}/ratings/${number}/answers`, { place, answers }, headers);
    };
    const note = (client: Client, id: number, number: number, place: string, body: string) =>
      client.put(`/assessments/${id}/ratings/${number}/notes`, { place, body });
    const lettersAt = async (client: Client, id: number, number: number, place: string) =>
      (await overview(client, id, number, `?place=${place}`)).threads[0]?.questions
        .map(({ answer }) => answer?.selection[0] ?? "N")
        .join("");
    const differences = async (client: Client, id: number, query = "") =>
      ratingDifferences.parse(expectStatus(await client.get(`/assessments/${id}/rating-differences${query}`), 200).body);
    const placeIn = ({ places }: RatingDifferences, place: string) => places.find((each) => each.place === place);
    const use = (client: Client, id: number, number: number, over: object = {}, headers?: Record<string, string>) =>
      client.post(`/assessments/${id}/ratings/${number}/use`, { place: PLACE, withNote: false, ...over }, headers);
    const verdict = async (client: Client, id: number) => {
      const read = p3m3Overview.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
      return read.threads.map(({ perspective, thread, questions, note: { body }, descoped }) => ({
        place: `thread/${perspective.id}/${thread.id}`,
        letters: questions.map(({ answer }) => answer?.selection[0] ?? "N").join(""),
        ...{ body, descoped },
      }));
    };
    const entries = async (client: Client, id: number) =>
      history.parse(expectStatus(await client.get(`/assessments/${id}/history`), 200).body).entries;
    const fields = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
      answer.body.errors?.map(({ path, message }) => [path, message]);

    /** Ann leads and holds the lock; Sam rates; Vic reads. */
    const open = async (setup: object = SCOPE) => {
      teams += 1;
      const ann = await signIn("ann", "lead");
      const sam = await signIn("sam");
      const vic = await signIn("vic", "viewer");
      const organization = await createOrganization(ann);
      return { ann, sam, vic, organization, id: await createP3M3(ann, organization, setup) };
    };
    /** The same, where Sam has begun. */
    const begun = async (over: object = {}) => {
      const team = await open();
      expectStatus(await ask(team.ann, team.id, "sam", over), 201);
      const groups = (over as { groups?: string[] }).groups ?? [OG];
      expectStatus(await begin(team.sam, team.id, 1, groups), 204);
      return team;
    };

    describe("asking", () => {
      it("changes nothing, and waits for the rater among what is for them", async () => {
        const { ann, sam, id } = await open();
        expect(expectStatus(await ask(ann, id, "sam", { groups: [OG, NEXT] }), 201).body).toEqual({ id: 1 });
        expectStatus(await sam.get(`/assessments/${id}/overview`), 200);
        const { items } = expectStatus(await sam.get("/for-you"), 200).body;
        expect(items).toMatchObject([
          { kind: "rating", by: at("ann"), rating: { number: 1, kind: "opinion", until: UNTIL, state: "asked" } },
        ]);
        const askedOf = async (client: Client) => expectStatus(await client.get(`/assessments/${id}`), 200).body.ratingRequest;
        expect([await askedOf(sam), await askedOf(ann)]).toEqual([1, undefined]);
        const { ratings: rows } = await list(ann, id);
        expect(rows).toMatchObject([{ number: 1, state: "asked", rater: { email: at("sam") }, mine: false, may: ["withdraw"] }]);
        expect(rows[0]?.groups.map(({ group, answered, total }) => [group, answered, total])).toEqual([
          [OG, 0, 5],
          [NEXT, 0, 5],
        ]);
      });

      it("says why somebody, a group or a day cannot be", async () => {
        const { ann, sam, id } = await open();
        await signIn("una", "assessor", ["ITIL"]);
        expect(fields(await ask(ann, id, "ann"))).toEqual([["person", ratingMessages.self]]);
        expect(fields(await ask(ann, id, "vic"))).toEqual([["person", ratingMessages.viewer("vic")]]);
        expect(fields(await ask(ann, id, "una"))).toEqual([["person", ratingMessages.noModel("una", "P3M3")]]);
        expect(fields(await ask(ann, id, "sam", { person: 2_000_000_000 }))).toEqual([["person", ratingMessages.unknown]]);
        expect(fields(await ask(ann, id, "sam", { groups: [] }))).toEqual([["groups", ratingMessages.noGroups]]);
        expect(fields(await ask(ann, id, "sam", { groups: ["perspective/7"] }))).toEqual([["groups", ratingMessages.unknownGroup]]);
        expect(fields(await ask(ann, id, "sam", { until: "2001-01-01" }))).toEqual([["until", ratingMessages.past]]);
        expectStatus(await ask(ann, id, "sam"), 201);
        expect(fields(await ask(ann, id, "sam"))).toEqual([["person", ratingMessages.askedAlready("sam")]]);
        expect((await list(sam, id)).ratings).toHaveLength(1);
      });

      it("asks nobody for a second opinion whose address is not confirmed", async () => {
        const { ann, id } = await open();
        await api().store.updateTable("user").set({ is_unconfirmed: 1 }).where("email", "=", at("sam")).execute();
        expect(fields(await ask(ann, id, "sam"))).toEqual([["person", "sam's address is not confirmed yet."]]);
        expectStatus(await ask(ann, id, "sam", { kind: "charge" }), 201);
      });

      it("begins no second opinion of somebody whose address is no longer confirmed", async () => {
        const { ann, sam, id } = await open();
        expectStatus(await ask(ann, id, "sam"), 201);
        await api().store.updateTable("user").set({ is_unconfirmed: 1 }).where("email", "=", at("sam")).execute();
        expect(expectStatus(await begin(sam, id, 1), 422).body.title).toBe("sam's address is not confirmed yet.");
      });

      it("takes ten ratings at most; those that were declined do not count", async () => {
        const { ann, sam, id } = await open();
        for (let number = 1; number <= RATINGS_MAX; number += 1) {
          expectStatus(await ask(ann, id, "sam", { kind: "charge" }), 201);
          expectStatus(await sam.post(`/assessments/${id}/ratings/${number}/decline`), 204);
        }
        for (let number = 1; number <= RATINGS_MAX; number += 1) {
          expectStatus(await ask(ann, id, "sam", { kind: "charge" }), 201);
          expectStatus(await begin(sam, id, RATINGS_MAX + number), 204);
          expectStatus(await done(sam, id, RATINGS_MAX + number), 204);
        }
        expect(expectStatus(await ask(ann, id, "sam"), 422).body.title).toBe(ratingMessages.manyRatings);
      });
    });

    describe("beginning", () => {
      it("keeps whether the rater has seen results, of each group", async () => {
        const { ann, sam, id } = await open();
        expectStatus(await ask(ann, id, "sam", { groups: [OG, NEXT] }), 201);
        expect(fields(await begin(sam, id, 1, [OG]))).toEqual([["seen", ratingMessages.seen]]);
        const seen = [
          { group: OG, seen: false },
          { group: NEXT, seen: true },
        ];
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/begin`, { seen }), 204);
        const { ratings: rows } = await list(ann, id);
        expect(rows[0]?.groups.map((group) => group.seen)).toEqual([false, true]);
        expectStatus(await begin(sam, id, 1), 204);
        expect((await list(ann, id)).ratings[0]?.groups.map((group) => group.seen)).toEqual([false, true]);
      });

      it.each<[string, (team: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
        ["has written there", async ({ sam, id }) => answerThread(sam, id, 2, 6, "FNNNN")],
        ["has made a file", async ({ sam, id }) => sam.post(`/assessments/${id}/history/files`, { what: "Excel file" })],
        ["has written a review point", async ({ sam, id }) => sam.post(`/assessments/${id}/review-points`, { about: "", text: "Why?" })],
        ["has held the lock", async () => undefined],
      ])("counts whoever %s as one who has seen results", async (what, act) => {
        const team = await open();
        const { ann, sam, id } = team;
        if (what.includes("lock") || what.includes("there")) {
          expectStatus(await ann.delete(`/assessments/${id}/lock`), 204);
          expectStatus(await sam.post(`/assessments/${id}/lock`), 200);
        }
        await act(team);
        expectStatus(await ask(ann, id, "sam"), 201);
        expect((await sheet(sam, id, 1)).seenAnyway).toEqual([OG]);
        expectStatus(await begin(sam, id, 1), 204);
        expect((await sheet(sam, id, 1)).rating.groups).toMatchObject([{ seen: true }]);
        expectStatus(await done(sam, id, 1), 204);
        expect((await list(ann, id)).ratings[0]?.groups).toMatchObject([{ isBlind: false }]);
      });

      it("counts whoever has only read as they say", async () => {
        const { sam, id } = await begun();
        expect(await sheet(sam, id, 1)).toMatchObject({ seenAnyway: [], rating: { groups: [{ seen: false }] } });
      });

      it("gives the rater's lock back", async () => {
        const { ann, sam, id } = await open();
        expectStatus(await ann.delete(`/assessments/${id}/lock`), 204);
        expectStatus(await sam.post(`/assessments/${id}/lock`), 200);
        expectStatus(await ask(ann, id, "sam"), 201);
        expectStatus(await begin(sam, id, 1), 204);
        expectStatus(await ann.post(`/assessments/${id}/lock`), 200);
        expect(expectStatus(await sam.post(`/assessments/${id}/lock`), 403).body.title).toBe(ratingMessages.apart);
      });
    });

    describe("what ends a rating", () => {
      const stateOf = async (client: Client, id: number) => {
        const [row] = (await list(client, id)).ratings;
        return [row?.state, row?.why];
      };
      it.each([
        [
          "given back",
          ["ended", "givenBack"],
          ({ sam, id }: Awaited<ReturnType<typeof open>>) => sam.post(`/assessments/${id}/ratings/1/give-back`),
        ],
        ["withdrawn", ["ended", "withdrawn"], ({ ann, id }) => ann.post(`/assessments/${id}/ratings/1/withdraw`)],
        [
          "another level",
          ["ended", "scope"],
          ({ ann, id }) => ann.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Spring review", selectedLevel: 3 }),
        ],
        ["suspension", ["ended", "suspended"], async ({ ann }) => ann.post(`/people/${await numberOf(at("sam"))}/suspend`)],
        [
          "the permission of a viewer",
          ["ended", "viewer"],
          async ({ ann }) => ann.put(`/people/${await numberOf(at("sam"))}`, { permission: "viewer" }),
        ],
        [
          "a change of model",
          ["ended", "noModel"],
          async ({ ann }) => ann.put(`/people/${await numberOf(at("sam"))}`, { roles: ["ITIL"] }),
        ],
        [
          "a wall",
          ["ended", "walledOff"],
          async ({ ann, organization }) =>
            ann.put(`/organizations/${organization}/access`, { access: "named", people: [await numberOf(at("ann"))], reason: "Asked" }),
        ],
        ["removal", ["ended", "left"], async ({ ann }) => ann.post(`/people/${await numberOf(at("sam"))}/remove`)],
      ])("is %s, and it was never blind", async (_what, [state, why], act) => {
        const team = await begun();
        const answer = await act(team);
        expect(answer.status).toBeLessThan(300);
        expect(await stateOf(team.ann, team.id)).toEqual([state, why]);
        expect((await list(team.ann, team.id)).ratings[0]?.groups).toMatchObject([{ isBlind: false, doneAt: null }]);
      });

      it("is its last day", async () => {
        const { ann, sam, id } = await begun();
        await api().store.updateTable("rating").set({ until: "2001-01-01" }).where("assessment_id", "=", id).execute();
        expect(await stateOf(ann, id)).toEqual(["ended", "day"]);
        expectStatus(await sam.get(`/assessments/${id}/overview`), 200);
        expect(expectStatus(await rate(sam, id, 1, PLACE, "FFNNN"), 422).body.title).toBe(ratingMessages.overBecause.day);
      });

      it("is submission, which keeps the rater's answers and says why no more are taken", async () => {
        const { ann, sam, vic, id } = await begun();
        await answerAll(ann, id, "FFFFF");
        expectStatus(await rate(sam, id, 1, PLACE, "FPNNN"), 200);
        expectStatus(await ann.post(`/assessments/${id}/complete`), 200);
        expect(await stateOf(ann, id)).toEqual(["ended", "submitted"]);
        const late = await sam.put(`/assessments/${id}/ratings/1/notes`, { place: PLACE, body: "Typed for an hour" });
        expect([late.status, late.body.title]).toEqual([422, ratingMessages.overBecause.submitted]);
        expect(placeIn(await differences(vic, id), PLACE)?.ratings).toMatchObject([{ answers: "FPNNN" }]);
      });

      it("is the last group, after which the rater reads everything and may change what was rated", async () => {
        const { ann, sam, id } = await begun({ groups: [OG, NEXT] });
        expectStatus(await done(sam, id, 1, NEXT), 204);
        expectStatus(await sam.get(`/assessments/${id}/overview`), 403);
        expectStatus(await done(sam, id, 1, OG), 204);
        expectStatus(await done(sam, id, 1, OG), 204);
        expectStatus(await sam.get(`/assessments/${id}/overview`), 200);
        expect(await stateOf(ann, id)).toEqual(["done", null]);
        expectStatus(await rate(sam, id, 1, PLACE, "FFNNN"), 200);
        // It stays open to them while they rate something else of it apart.
        expectStatus(await ask(ann, id, "sam", { groups: [NEXT] }), 201);
        expectStatus(await begin(sam, id, 2, [NEXT], true), 204);
        expectStatus(await sam.get(`/assessments/${id}/overview`), 403);
        expect((await sheet(sam, id, 1)).rating.number).toBe(1);
        expectStatus(await rate(sam, id, 1, PLACE, "FFPNN"), 200);
      });

      it("is nobody else's to say", async () => {
        const { ann, sam, id } = await begun();
        const kim = await signIn("kim");
        for (const what of ["give-back", "decline", "done", "begin"]) {
          const body = what === "done" ? { group: OG } : what === "begin" ? { seen: [] } : {};
          expectStatus(await kim.post(`/assessments/${id}/ratings/1/${what}`, body), 403);
        }
        expect(expectStatus(await kim.post(`/assessments/${id}/ratings/1/withdraw`), 403).body.title).toBe(ratingMessages.onlyAsker);
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/withdraw`), 403);
        expectStatus(await kim.get(`/assessments/${id}/ratings/1`), 403);
        expect(await stateOf(ann, id)).toEqual(["begun", null]);
      });
    });

    describe("rating", () => {
      it("needs no lock, and changes no answer, score, progress, lock or history of the verdict", async () => {
        const { ann, sam, id } = await begun();
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        const read = async () => [
          await verdict(ann, id),
          (await ann.get(`/assessments/${id}/progress`)).body,
          (await ann.get(`/assessments/${id}/scores`)).body,
          (await ann.get(`/assessments/${id}`)).body.status,
          (await entries(ann, id)).length,
        ];
        const before = await read();
        const answer = expectStatus(await rate(sam, id, 1, PLACE, "FPNNN"), 200).body;
        expectStatus(await note(sam, id, 1, PLACE, "Two of three say so"), 200);
        expect(answer.versions).toEqual({ answers: 1 });
        expect(answer.progress.perspectivesProgress.map(({ id: of }: { id: number }) => of)).toEqual([1]);
        expect(await read()).toEqual(before);
        expect(await lettersAt(sam, id, 1, PLACE)).toBe("FPNNN");
        expect((await sheet(sam, id, 1)).assessment).toMatchObject({
          ...{ name: "Spring review", selectedScope: "Programme", status: "Active", apart: 1 },
          perspectives: [{ id: 1, answeredQuestions: 5, totalQuestions: 25 }],
        });
        expectStatus(await answerThread(ann, id, 2, 6, "FFFFF"), 200);
      });

      it("goes through the same gate, and asks about what was asked to be rated alone", async () => {
        const { sam, id } = await begun();
        expect(expectStatus(await rate(sam, id, 1, PLACE, "RFNNN"), 422).body.title).toBe("These five answers cannot stand together.");
        const [thread] = (await overview(sam, id, 1, `?place=${PLACE}`)).threads;
        const answers = thread?.questions.map(({ id: questionId }) => ({ questionId, selection: "N/A" }));
        const elsewhere = await sam.post(`/assessments/${id}/ratings/1/answers`, { place: "thread/2/6", answers });
        expect(fields(elsewhere)).toEqual([["place", ratingMessages.notRated]]);
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/answers`, { place: "thread/1/9", answers }), 422);
        expectStatus(await sam.get(`/assessments/${id}/ratings/1/overview?place=thread/2/6`), 404);
      });

      it("has versions, and is stored once for a key", async () => {
        const { sam, id } = await begun();
        const key = { "Idempotency-Key": "once-and-for-all" };
        const first = expectStatus(await rate(sam, id, 1, PLACE, "FPNNN", key), 200).body;
        expect(expectStatus(await rate(sam, id, 1, PLACE, "FPNNN", key), 200).body).toEqual(first);
        expectStatus(await rate(sam, id, 1, PLACE, "FFRNN", { "Made-From": "answers=1" }), 200);
        const late = expectStatus(await rate(sam, id, 1, PLACE, "RNNNN", { "Made-From": "answers=1" }), 412).body;
        expect(late.present.threads).toHaveLength(1);
        expect(await lettersAt(sam, id, 1, PLACE)).toBe("FFRNN");
        expectStatus(await note(sam, id, 1, PLACE, "One"), 200);
        const stale = await sam.put(`/assessments/${id}/ratings/1/notes`, { place: PLACE, body: "Two" }, { "Made-From": "note=0" });
        expect([stale.status, stale.body.present.body]).toEqual([412, "One"]);
      });

      it("keeps everything of two who rate a perspective each while a third edits another one", async () => {
        const { ann, sam, id } = await open({ perspectiveIds: [1, 2, 3] });
        const kim = await signIn("kim");
        expectStatus(await ask(ann, id, "sam"), 201);
        expectStatus(await ask(ann, id, "kim", { kind: "charge", groups: [NEXT] }), 201);
        expectStatus(await begin(sam, id, 1), 204);
        expectStatus(await begin(kim, id, 2), 204);
        const threads = (await overview(sam, id, 1)).threads.map(({ thread }) => thread.id);
        expect(threads.length).toBeGreaterThanOrEqual(11);
        const statuses: number[] = [];
        const work = async (write: (thread: number) => Promise<{ status: number }>) => {
          for (const thread of threads) statuses.push((await write(thread)).status);
        };
        await Promise.all([
          work((thread) => rate(sam, id, 1, `thread/1/${thread}`, "FRNNN")),
          work((thread) => note(sam, id, 1, `thread/1/${thread}`, `Seen ${thread}`)),
          work((thread) => rate(kim, id, 2, `thread/2/${thread}`, "FFRNN")),
          work((thread) => answerThread(ann, id, 3, thread, "FFFRN")),
        ]);
        expect(new Set(statuses)).toEqual(new Set([200]));
        const lettersIn = (read: { threads: { questions: { answer: { selection: string } | null }[] }[] }) =>
          new Set(read.threads.map(({ questions }) => questions.map(({ answer }) => answer?.selection[0] ?? "N").join("")));
        const mine = await overview(sam, id, 1);
        expect([lettersIn(mine), lettersIn(await overview(kim, id, 2))]).toEqual([new Set(["FRNNN"]), new Set(["FFRNN"])]);
        expect(mine.threads.map(({ thread, note: { body } }) => [thread.id, body])).toEqual(
          threads.map((thread) => [thread, `Seen ${thread}`]),
        );
        const letters = (await verdict(ann, id)).filter(({ letters: each }) => each !== "NNNNN");
        expect(letters.map((each) => [each.place.split("/")[1], each.letters])).toEqual(threads.map(() => ["3", "FFFRN"]));
      });

      it("waits until it is begun", async () => {
        const { ann, sam, id } = await open();
        expectStatus(await ask(ann, id, "sam"), 201);
        expect(expectStatus(await rate(sam, id, 1, PLACE, "FNNNN"), 422).body.title).toBe(ratingMessages.notBegun);
      });

      it("has room for 40,000 characters of notes", async () => {
        const { sam, id } = await begun();
        const half = RATING_NOTES_MAX / 2;
        expectStatus(await note(sam, id, 1, PLACE, "ö".repeat(half)), 200);
        expectStatus(await note(sam, id, 1, "thread/1/9", "x".repeat(half)), 200);
        expect(fields(await note(sam, id, 1, "thread/1/11", "x"))).toEqual([["body", ratingMessages.manyCharacters]]);
        expectStatus(await note(sam, id, 1, "thread/1/9", "shorter"), 200);
        expectStatus(await note(sam, id, 1, "thread/1/11", "x"), 200);
      });

      it("loses what is descoped, and has it again with its answers", async () => {
        const { ann, sam, id } = await begun();
        expectStatus(await rate(sam, id, 1, "thread/1/2", "FPNNN"), 200);
        expectStatus(await ann.post(`/assessments/${id}/1/2/descope`, { reason: "Not in use here" }), 200);
        const [thread] = (await overview(sam, id, 1, "?place=thread/1/2")).threads;
        expect(thread).toMatchObject({ descoped: true });
        expect(JSON.stringify(thread)).not.toContain("Not in use here");
        expect(expectStatus(await rate(sam, id, 1, "thread/1/2", "RNNNN"), 422).body.title).toBe(ratingMessages.descoped);
        expect((await sheet(sam, id, 1)).rating.groups).toMatchObject([{ answered: 0, total: 4 }]);
        expectStatus(await ann.post(`/assessments/${id}/1/2/rescope`), 200);
        expect(await lettersAt(sam, id, 1, "thread/1/2")).toBe("FPNNN");
      });

      it("is for practices and components, too", async () => {
        teams += 1;
        const ann = await signIn("ann", "lead");
        const sam = await signIn("sam");
        const practices = Array.from({ length: 34 }, (_, index) => ({ id: index + 1, selectionMode: 1 as const }));
        const id = await createItil(ann, await createOrganization(ann), { selectedScope: "Comprehensive", practices });
        const { groups } = await list(ann, id);
        expect(groups.map(({ group }) => group)).toEqual(["general", "service", "technical", "components"]);
        expectStatus(await ask(ann, id, "sam", { groups: ["technical", "components"] }), 201);
        expectStatus(await begin(sam, id, 1, ["technical", "components"]), 204);
        const read = itilOverview.parse(expectStatus(await sam.get(`/assessments/${id}/ratings/1/overview`), 200).body);
        const [practice] = read.capabilities;
        const chosen = read.maturities.find(({ question }) => !question.computed);
        const place = `capability/${practice?.capability.id}`;
        const answers = practice?.questions.map(({ id: questionId }) => ({ questionId, selection: "Fully" }));
        const path = `/assessments/${id}/ratings/1/answers`;
        expectStatus(await sam.post(path, { place, answers }), 200);
        const option = chosen?.question.options.find(({ level }) => level === 3);
        const component = `maturity/${chosen?.maturity.id}`;
        const choice = [{ questionId: chosen?.question.id, optionId: option?.id }];
        const { progress } = expectStatus(await sam.post(path, { place: component, answers: choice }), 200).body;
        expect(progress.capabilityProgress.find((each: { id: number }) => each.id === practice?.capability.id)).toMatchObject({
          currentScore: 5,
        });
        expect((await sheet(sam, id, 1)).rating.groups).toMatchObject([
          { group: "technical", answered: 1 },
          { group: "components", answered: 1 },
        ]);
        expectStatus(await done(sam, id, 1, "technical"), 204);
        expectStatus(await done(sam, id, 1, "components"), 204);
        const low = practice?.questions.map(({ id: questionId, level }) => ({ questionId, selection: level === 2 ? "Rarely" : "N/A" }));
        expectStatus(await ann.post(`/assessments/${id}/answers`, { changes: [{ place, answers: low }] }), 200);
        const before = await differences(ann, id);
        expect(before.places[0]).toMatchObject({ place, difference: 4, verdict: { level: 1 }, ratings: [{ score: 5 }] });
        expectStatus(await use(ann, id, 1, { place }), 200);
        expectStatus(await use(ann, id, 1, { place: component }), 200);
        const after = await differences(ann, id);
        expect([placeIn(after, place), placeIn(after, component)]).toMatchObject([
          { difference: 0, verdict: { score: 5 } },
          { difference: 0, verdict: { answers: String(option?.id), score: 3 } },
        ]);
      });
    });

    describe("what is done", () => {
      const itemsOf = async (client: Client): Promise<ForYou["items"]> =>
        expectStatus(await client.get("/for-you"), 200).body.items.filter(({ kind }: { kind: string }) => kind === "ratingDone");

      it("waits for whoever asked, until each place is settled or the assessment is submitted", async () => {
        const { ann, sam, vic, id } = await begun();
        const kim = await signIn("kim", "lead");
        expectStatus(await rate(sam, id, 1, PLACE, "FFFFF"), 200);
        expectStatus(await rate(sam, id, 1, "thread/1/9", "FFFFF"), 200);
        expectStatus(await rate(sam, id, 1, "thread/1/2", "RNNNN"), 200);
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expect(await itemsOf(ann)).toEqual([]);
        expectStatus(await done(sam, id, 1), 204);
        expect([await itemsOf(sam), await itemsOf(vic), await itemsOf(kim)]).toEqual([[], [], []]);
        const open = async () => (await itemsOf(ann)).map(({ ratingDone }) => [ratingDone?.differing, ratingDone?.withoutVerdict]);
        expect(await itemsOf(ann)).toMatchObject([
          {
            by: at("sam"),
            ratingDone: { assessment: { id }, number: 1, kind: "opinion", rater: "sam", rated: 3, differing: 1, withoutVerdict: 2 },
          },
        ]);
        expectStatus(await answerThread(ann, id, 1, 9, "FFFFF"), 200);
        expectStatus(await answerThread(ann, id, 1, 2, "FPNNN"), 200);
        expect(await open()).toEqual([[2, 0]]);
        expectStatus(await ann.put(`/assessments/${id}/rating-departures`, { place: "thread/1/2", text: "The plan is new" }), 200);
        expect(await open()).toEqual([[1, 0]]);
        expectStatus(await use(ann, id, 1), 200);
        expect(await open()).toEqual([]);
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expect(await open()).toEqual([[1, 0]]);
        await answerAll(ann, id, "FFFRN");
        expectStatus(await ann.post(`/assessments/${id}/complete`), 200);
        expect(await open()).toEqual([]);
      });

      it("tells nothing of what was given back, nor anything to somebody who rates blind or only reads", async () => {
        const { ann, sam, id } = await begun();
        const kim = await signIn("kim", "lead");
        expectStatus(await rate(sam, id, 1, PLACE, "FFFFF"), 200);
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/give-back`), 204);
        expect(await itemsOf(ann)).toEqual([]);
        expectStatus(await ask(ann, id, "sam"), 201);
        expectStatus(await begin(sam, id, 2), 204);
        expectStatus(await rate(sam, id, 2, PLACE, "FFFFF"), 200);
        expectStatus(await done(sam, id, 2), 204);
        expect(await itemsOf(ann)).toHaveLength(1);
        expectStatus(await ask(kim, id, "ann"), 201);
        expectStatus(await begin(ann, id, 3, [OG], true), 204);
        expect(await itemsOf(ann)).toEqual([]);
        expectStatus(await done(ann, id, 3), 204);
        expect(await itemsOf(ann)).toHaveLength(1);
        await api().store.updateTable("user").set({ permission: "viewer" }).where("email", "=", at("ann")).execute();
        expect(await itemsOf(ann)).toEqual([]);
      });

      it("is not said of what is rated apart: that nobody edits it", async () => {
        const { ann, sam, id } = await begun();
        expectStatus(await ann.delete(`/assessments/${id}/lock`), 204);
        const ids = async (client: Client) =>
          expectStatus(await client.get("/in-progress?by=nobody"), 200).body.rows.map(
            (row: { assessment: { id: number } }) => row.assessment.id,
          );
        expect([await ids(ann), await ids(sam)]).toEqual([[id], []]);
      });
    });

    describe("differences", () => {
      it("show a second opinion once its group is done, and somebody in charge from the beginning", async () => {
        const { ann, sam, id } = await begun();
        const kim = await signIn("kim");
        expectStatus(await ask(ann, id, "kim", { kind: "charge" }), 201);
        expectStatus(await begin(kim, id, 2), 204);
        expectStatus(await rate(sam, id, 1, PLACE, "FFFFF"), 200);
        expectStatus(await rate(kim, id, 2, PLACE, "FPNNN"), 200);
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expect(placeIn(await differences(ann, id), PLACE)?.ratings.map(({ number }) => number)).toEqual([2]);
        expectStatus(await use(ann, id, 1), 422);
        expectStatus(await done(sam, id, 1), 204);
        const shown = await differences(ann, id, `?place=${PLACE}`);
        expect(shown.raters).toMatchObject([
          { number: 1, name: "sam", isBlind: true },
          { number: 2, name: "kim", isBlind: false },
        ]);
        expect(shown.places).toMatchObject([{ place: PLACE, ratings: [{ number: 1, score: 5, blindScore: 5 }, { number: 2 }] }]);
        expectStatus(await note(kim, id, 2, PLACE, "Seen"), 200);
        const notes = async (query: string) => placeIn(await differences(ann, id, query), PLACE)?.ratings.map((each) => each.note);
        expect([await notes(""), await notes("?without=notes")]).toEqual([
          ["", "Seen"],
          ["", ""],
        ]);
      });

      it("come with the largest first, and to viewers without names once it is submitted", async () => {
        const { ann, sam, vic, id } = await begun();
        await answerAll(ann, id, "FFFFF");
        expectStatus(await rate(sam, id, 1, PLACE, "FFFFP"), 200);
        expectStatus(await rate(sam, id, 1, "thread/1/9", "RNNNN"), 200);
        expectStatus(await note(sam, id, 1, "thread/1/9", "Nobody plans"), 200);
        expectStatus(await note(sam, id, 1, PLACE, "Seen at work"), 200);
        expectStatus(await done(sam, id, 1), 204);
        expect((await differences(ann, id)).places.map(({ place, difference }) => [place, difference]).slice(0, 3)).toEqual([
          ["thread/1/9", 5],
          [PLACE, 0.5],
          ["thread/1/2", null],
        ]);
        expect(expectStatus(await vic.get(`/assessments/${id}/rating-differences`), 403).body.title).toBe(ratingMessages.notYet);
        expectStatus(await ann.put(`/assessments/${id}/rating-departures`, { place: "thread/1/9", text: "Two plans were shown" }), 200);
        expectStatus(await use(ann, id, 1, { withNote: true }), 200);
        expect((await verdict(ann, id)).find(({ place }) => place === PLACE)?.body).toBe("From sam's rating:\nSeen at work");
        expectStatus(await ann.post(`/assessments/${id}/complete`), 200);
        const read = await vic.get(`/assessments/${id}/rating-differences`);
        expect(ratingDifferences.parse(read.body).raters).toMatchObject([{ name: "Rater 1" }]);
        for (const secret of ["sam", at("sam"), at("ann"), "Nobody plans"]) expect(JSON.stringify(read.body)).not.toContain(secret);
        const seen = await vic.get(`/assessments/${id}/history`);
        for (const secret of [at("sam"), "ratingBegun", "fromRating"]) expect(JSON.stringify(seen.body)).not.toContain(secret);
        // What a used rating's note is headed by names nobody, and no result names a rater to anybody.
        for (const [client, path] of [
          [vic, `/assessments/${id}/overview`],
          [vic, `/assessments/${id}/history`],
          [vic, `/P3M3/assessments/${id}/results`],
          [ann, `/P3M3/assessments/${id}/results`],
        ] as const) {
          const text = JSON.stringify(expectStatus(await client.get(path), 200).body);
          expect([path, text.includes("Seen at work"), text.includes("sam's")]).toEqual([path, true, false]);
        }
      });

      /** Sam has rated twenty places blind and is done. Five of them differ from the verdict. */
      const ratedBlind = async () => {
        const team = await open({ perspectiveIds: [1, 2, 3, 4] });
        const { ann, sam, id } = team;
        await answerAll(ann, id, "FFFRN");
        const groups = [1, 2, 3, 4].map((each) => `perspective/${each}`);
        expectStatus(await ask(ann, id, "sam", { groups }), 201);
        expectStatus(await begin(sam, id, 1, groups), 204);
        const { threads } = await overview(sam, id, 1);
        expect(threads.length).toBeGreaterThanOrEqual(20);
        const places = threads.map(({ perspective, thread }) => `thread/${perspective.id}/${thread.id}`).slice(0, 20);
        for (const [index, place] of places.entries()) expectStatus(await rate(sam, id, 1, place, index < 5 ? "FFRNN" : "FFFRN"), 200);
        expect((await differences(ann, id)).agreement).toBeNull();
        for (const group of groups) expectStatus(await done(sam, id, 1, group), 204);
        return { ...team, places };
      };

      it("tell agreement of blind ratings from twenty places on, as they were when the group was done", async () => {
        const { ann, id, places } = await ratedBlind();
        const { agreement } = await differences(ann, id);
        // The verdict is 3 throughout, so whatever the rater says, chance explains it.
        expect(agreement).toMatchObject({ count: 20, sameLevel: 0.75, withinHalf: 0.75, kappa: 0, raters: 2, settled: 0, open: 5 });
        expectStatus(await use(ann, id, 1, { place: places[0] }), 200);
        expectStatus(await ann.put(`/assessments/${id}/rating-departures`, { place: places[1], text: "The plan is new" }), 200);
        expect((await differences(ann, id)).agreement).toMatchObject({ count: 20, sameLevel: 0.75, settled: 1, open: 4 });
      });

      it("count neither for nor against settling a second opinion that nobody else reads yet", async () => {
        const { ann, sam, id, places } = await ratedBlind();
        const kim = await signIn("kim");
        // Sam changes to what the verdict says, and Kim does not.
        expectStatus(await rate(sam, id, 1, places[0] ?? "", "FFFRN"), 200);
        expectStatus(await ask(ann, id, "kim"), 201);
        expectStatus(await begin(kim, id, 2), 204);
        expectStatus(await rate(kim, id, 2, places[0] ?? "", "FFRNN"), 200);
        expect((await differences(ann, id)).agreement).toMatchObject({ settled: 1, open: 4 });
        expectStatus(await done(kim, id, 2), 204);
        expect((await differences(ann, id)).agreement).toMatchObject({ settled: 0, open: 5 });
      });

      it("are part of what an approval covers, as far as a report states them", async () => {
        const { ann, sam, vic, id, places } = await ratedBlind();
        const review = async () => peerReview.parse(expectStatus(await vic.get(`/assessments/${id}/peer-review`), 200).body);
        const { seen } = await review();
        expectStatus(await vic.post(`/assessments/${id}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
        const changed = async () => (await review()).decisions[0]?.changed;
        expect(await changed()).toEqual([]);
        // No report says why a verdict departs; it does say how many places differ still.
        expectStatus(await ann.put(`/assessments/${id}/rating-departures`, { place: places[1], text: "The plan is new" }), 200);
        expect(await changed()).toEqual([]);
        expectStatus(await rate(sam, id, 1, places[1] ?? "", "FFFRN"), 200);
        expect(await changed()).toEqual([{ part: "method", count: 1 }]);
      });
    });

    describe("using", () => {
      it("makes a place the verdict exactly as it was rated, by an ordinary write that says whose it is", async () => {
        const { ann, sam, id } = await begun();
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expectStatus(await ann.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 6, body: "Mine" }), 200);
        expectStatus(await rate(sam, id, 1, PLACE, "FFPNN"), 200);
        expectStatus(await note(sam, id, 1, PLACE, "Two plans"), 200);
        expectStatus(await done(sam, id, 1), 204);
        expectStatus(await use(ann, id, 1, { withNote: true, rating: 1 }, { "Made-From": "answers=1" }), 200);
        expectStatus(await use(ann, id, 1, { withNote: true }), 200);
        expect((await verdict(ann, id)).find(({ place }) => place === PLACE)).toMatchObject({
          letters: "FFPNN",
          body: "Mine\n\nFrom sam's rating:\nTwo plans",
        });
        const used = (await entries(ann, id)).filter(({ fromRating }) => fromRating);
        expect(used.map(({ kind, by, fromRating, before, after }) => ({ kind, by, fromRating, before, after }))).toEqual([
          {
            ...{ kind: "note", by: at("ann"), fromRating: { number: 1, by: at("sam"), firstName: "sam" } },
            ...{ before: "Mine", after: "Mine\n\nFrom sam's rating:\nTwo plans" },
          },
          {
            ...{ kind: "answers", by: at("ann"), fromRating: { number: 1, by: at("sam"), firstName: "sam" } },
            ...{ before: "RNNNN", after: "FFPNN" },
          },
        ]);
        const back = { changes: [{ place: PLACE, answers: await answersFor(ann, id, 1, 6, "RNNNN"), note: "Mine" }] };
        expectStatus(await ann.post(`/assessments/${id}/answers`, { ...back, origin: { putBack: used[1]?.id } }), 200);
        expect((await verdict(ann, id)).find(({ place }) => place === PLACE)).toMatchObject({ letters: "RNNNN", body: "Mine" });
        expect(placeIn(await differences(ann, id), PLACE)?.ratings).toMatchObject([{ answers: "FFPNN" }]);
      });

      it("gives exactly the rating, or a refusal with a reason, for any verdict and any rating", async () => {
        const { ann, sam, id } = await begun();
        const states = ["NNNNN", "RNNNN", "FRNNN", "FPNNN", "FFNNN", "FFFFF", "NNPNN", "FFPNN"];
        for (const given of states) {
          expectStatus(await rate(sam, id, 1, PLACE, given), 200);
          if (given === states[0]) expectStatus(await done(sam, id, 1), 204);
          for (const present of states) {
            expectStatus(await answerThread(ann, id, 1, 6, present), 200);
            const answer = await use(ann, id, 1);
            const now = (await verdict(ann, id)).find(({ place }) => place === PLACE)?.letters;
            if (answer.status === 200) expect([given, present, now]).toEqual([given, present, given]);
            else expect([answer.status, answer.body.title, now]).toEqual([422, ratingMessages.notAnswered, present]);
          }
        }
      });

      it("needs the lock, and what the editor has seen", async () => {
        const { ann, sam, id } = await begun();
        const kim = await signIn("kim");
        expectStatus(await rate(sam, id, 1, PLACE, "FRNNN"), 200);
        expectStatus(await done(sam, id, 1), 204);
        const before = await verdict(ann, id);
        const group = { group: OG, withNotes: false };
        for (const attempt of [
          () => use(kim, id, 1),
          () => kim.post(`/assessments/${id}/ratings/1/use-group`, group),
          () => kim.put(`/assessments/${id}/rating-departures`, { place: PLACE, text: "x" }),
        ])
          expectStatus(await attempt(), 409);
        expectStatus(await answerThread(ann, id, 1, 6, "RNNNN"), 200);
        expectStatus(await use(ann, id, 1, {}, { "Made-From": "answers=0" }), 412);
        expectStatus(await use(ann, id, 1, { rating: 7 }), 412);
        expectStatus(await answerThread(ann, id, 1, 6, "NNNNN"), 200);
        expect(await verdict(ann, id)).toEqual(before);
      });

      it("takes a whole group from somebody in charge alone, and only where there is no verdict", async () => {
        const { ann, sam, id } = await begun();
        const kim = await signIn("kim");
        expectStatus(await ask(ann, id, "kim", { kind: "charge" }), 201);
        expectStatus(await begin(kim, id, 2), 204);
        for (const place of [PLACE, "thread/1/9", "thread/1/11"]) {
          expectStatus(await rate(kim, id, 2, place, "FFRNN"), 200);
          expectStatus(await rate(sam, id, 1, place, "FFRNN"), 200);
        }
        expectStatus(await rate(kim, id, 2, "thread/1/12", "FNNNN"), 200);
        expectStatus(await done(sam, id, 1), 204);
        expectStatus(await answerThread(ann, id, 1, 9, "RNNNN"), 200);
        const group = (number: number) => ann.post(`/assessments/${id}/ratings/${number}/use-group`, { group: OG, withNotes: true });
        expect(expectStatus(await group(1), 422).body.title).toBe(ratingMessages.onlyInCharge);
        expect(expectStatus(await group(2), 200).body).toEqual({ places: [PLACE, "thread/1/11"] });
        expect((await verdict(ann, id)).filter(({ letters }) => letters !== "NNNNN").map(({ place, letters }) => [place, letters])).toEqual(
          [
            [PLACE, "FFRNN"],
            ["thread/1/9", "RNNNN"],
            ["thread/1/11", "FFRNN"],
          ],
        );
        expect(expectStatus(await group(2), 422).body.title).toBe(ratingMessages.nothingToUse);
      });

      it("keeps why the verdict departs, with a version", async () => {
        const { ann, id } = await begun();
        const depart = (text: string, headers?: Record<string, string>) =>
          ann.put(`/assessments/${id}/rating-departures`, { place: PLACE, text }, headers);
        expect(expectStatus(await depart("The auditors say so"), 200).body).toEqual({
          text: "The auditors say so",
          versions: { departure: 1 },
        });
        expect(fields(await depart("x".repeat(DEPARTURE_MAX + 1)))?.[0]?.[0]).toBe("text");
        expectStatus(await depart("Another reason", { "Made-From": "departure=0" }), 412);
        expect(placeIn(await differences(ann, id), PLACE)?.departure).toMatchObject({ text: "The auditors say so", by: at("ann") });
        expectStatus(await depart(""), 200);
        expect(placeIn(await differences(ann, id), PLACE)?.departure).toBeNull();
      });
    });

    it("changes nothing on what is submitted or archived", async () => {
      const { ann, sam, id, organization } = await begun();
      expectStatus(await ann.post(`/assessments/${id}/archive`), 200);
      expectStatus(await rate(sam, id, 1, PLACE, "FNNNN"), 422);
      expectStatus(await ask(ann, id, "sam"), 422);
      expectStatus(await sam.post(`/assessments/${id}/ratings/1/give-back`), 204);
      expectStatus(await ann.put(`/organizations/${organization}`, organizationForm()), 200);
    });
  });
});
