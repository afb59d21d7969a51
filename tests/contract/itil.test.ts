import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Assessment } from "#model/contract/assessments.ts";
import {
  itilCapabilities,
  itilCapabilityAnswerResult,
  itilCapabilityQuestions,
  itilDraft,
  itilMaturityAnswerResult,
  itilMaturityQuestions,
  itilProgress,
  itilResults,
  itilScores,
} from "#model/contract/itil.ts";
import { organizationAssessments } from "#model/contract/organizations.ts";
import { applyPracticeAnswer, PRACTICE_SCORES, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerComponent,
  answerPractice,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  type ItilSetup,
  practiceAnswers,
} from "./scenario.ts";

const INCIDENT = 19;
const SERVICE_DESK = 28;
const CONTINUAL_IMPROVEMENT = 2;
// The test content has 2, 4, 2 and 1 criteria at levels 2 to 5.
const LEVEL_1 = "FRNNNNNNN";
const LEVEL_2 = "FFFFRFNNN";
const LEVEL_3 = "FFFFFFRRN";
const LEVEL_5 = "FFFFFFFFF";

describe("ITIL questions and answers", () => {
  onEachDatabase((api) => {
    const setUp = async (setup: ItilSetup = {}): Promise<[Client, number]> => {
      const client = await api().signIn({ email: "answers@itil.example" });
      return [client, await createItil(client, await createOrganization(client), setup)];
    };
    const questionsUrl = (id: number, practice: number = INCIDENT) =>
      `/itil/assessments/${id}/questions/capability?capabilityId=${practice}`;
    const lettersOf = async (client: Client, id: number) =>
      itilCapabilityQuestions
        .parse((await client.get(questionsUrl(id))).body)
        .map(({ answer }) => answer?.selection[0] ?? "N")
        .join("");

    it("offer the practices and components of the catalogue", async () => {
      const [client] = await setUp();
      const practices = itilCapabilities.parse((await client.get("/ITIL/capabilities")).body);
      expect(practices).toHaveLength(34);
      expect(practices.find(({ id }) => id === INCIDENT)).toMatchObject({
        id: 19,
        code: "INM",
        name: "Incident management",
        group: "service",
        help: "About Incident management.",
      });
      expect((await client.get("/itil/maturities")).body.map(({ code }: { code: string }) => code)).toEqual([
        "M-GP",
        "M-G",
        "M-SVC",
        "M-P",
        "M-CI",
      ]);
    });

    it("ask the criteria of a practice in scope, with dimension, success factor and what to do next", async () => {
      const [client, id] = await setUp();
      const questions = itilCapabilityQuestions.parse(expectStatus(await client.get(questionsUrl(id)), 200).body);
      expect(questions.map(({ level }) => level)).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 5]);
      expect(questions[1]).toMatchObject({
        code: "INM-2.2",
        statement: "Criterion 2 of INM at level 2.",
        dimension: "Information and technology",
        psf: "INM2 Factor 2 of Incident management",
        hint: "Hint of INM2 at 2.",
        capability: { id: INCIDENT, name: "Incident management" },
        answer: null,
      });
      expect(new Set(questions.map((question) => question.id)).size).toBe(9);
      expect((await client.get(questionsUrl(id, SERVICE_DESK))).status).toBe(404);
      expect((await client.get(`/itil/assessments/${id}/questions/capability`)).status).toBe(422);
    });

    it("store all answers of a practice, give them ids that stay, and make the assessment Active", async () => {
      const [client, id] = await setUp();
      const result = itilCapabilityAnswerResult.parse(expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_2), 200).body);
      expect(result.answers.slice(3, 7).map(({ selection, score }) => [selection, score])).toEqual([
        ["Fully", 1],
        ["Rarely", 0],
        ["Fully", 1],
        ["N/A", null],
      ]);
      expect(result.progress.capabilityProgress).toEqual([
        {
          id: INCIDENT,
          code: "INM",
          name: "Incident management",
          mode: 1,
          complete: true,
          started: true,
          currentScore: 2,
          flagged: false,
          evidence: 0,
          toNextLevel: 1,
        },
      ]);
      const assessment = (await client.get(`/assessments/${id}`)).body;
      expect(assessment).toMatchObject({ status: "Active", capabilities: [{ answeredQuestions: 9, totalQuestions: 9 }], maturities: [] });
      const questions = itilCapabilityQuestions.parse((await client.get(questionsUrl(id))).body);
      expect(questions.map(({ answer }) => answer)).toEqual(result.answers);
      const again = (await practiceAnswers(client, id, INCIDENT, "FRN")).map((answer, index) => ({
        ...answer,
        id: result.answers[index]?.id,
      }));
      const second = expectStatus(await client.post(`/itil/assessments/${id}/answer/capability`, again.reverse()), 200).body;
      expect(second.answers.map((answer: { id: number }) => answer.id)).toEqual(result.answers.map((answer) => answer.id));
      expect(await lettersOf(client, id)).toBe("FRNNNNNNN");
    });

    it.each(["RNFNNNNNN", "FNFNNNNNN", "FFRNNNFNN", "NNNNNNNNF"])("refuse %s, which the gating rule never leads to", async (letters) => {
      const [client, id] = await setUp();
      expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_1), 200);
      expect((await answerPractice(client, id, INCIDENT, letters)).status).toBe(422);
      expect(await lettersOf(client, id)).toBe(LEVEL_1);
    });

    it("refuse answers that are not all those of one practice in scope", async () => {
      const [client, id] = await setUp();
      const other = await createItil(client, await createOrganization(client), { practices: [{ id: SERVICE_DESK, selectionMode: 1 }] });
      const answers = await practiceAnswers(client, id, INCIDENT, LEVEL_5);
      const [first] = answers;
      const outside = await practiceAnswers(client, other, SERVICE_DESK, LEVEL_5);
      const post = async (body: unknown) => (await client.post(`/ITIL/assessments/${id}/answer/capability`, body)).status;
      expect(await post(answers.slice(1))).toBe(422);
      expect(await post((await practiceAnswers(client, id, INCIDENT, LEVEL_1)).slice(0, -1))).toBe(422);
      expect(await post([...answers, first])).toBe(422);
      expect(await post([...answers.slice(1), outside[0]])).toBe(422);
      expect(await post(outside)).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, score: null })))).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, selection: "Partially" })))).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, id: 7 })))).toBe(422);
      expect(await post([])).toBe(422);
      expect(await lettersOf(client, id)).toBe("NNNNNNNNN");
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
    });

    it("store what the model says, after any sequence of answers", async () => {
      const [client, id] = await setUp();
      const empty = itilCapabilityQuestions.parse((await client.get(questionsUrl(id))).body);
      const step = fc.record({ index: fc.nat(8), selection: fc.constantFrom(...PRACTICE_SELECTIONS) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          let state = empty.map(({ id: questionId, level }) => ({
            questionId,
            level: level as 2 | 3 | 4 | 5,
            selection: "N/A" as "Fully" | "Rarely" | "N/A",
          }));
          for (const { index, selection } of steps) {
            state = applyPracticeAnswer(state, index, selection);
            const posted = state.map(({ questionId, selection: chosen }) => ({
              questionId,
              selection: chosen,
              score: PRACTICE_SCORES[chosen],
            }));
            expectStatus(await client.post(`/ITIL/assessments/${id}/answer/capability`, posted), 200);
            expect(await lettersOf(client, id)).toBe(state.map((criterion) => criterion.selection[0]).join(""));
          }
        }),
        { numRuns: 15 },
      );
    });

    it("ask five components with five options each, and compute M-P and M-CI", async () => {
      const [client, id] = await setUp({ selectedScope: "Maturity", practices: [{ id: INCIDENT, selectionMode: 2 }] });
      const ask = async () => itilMaturityQuestions.parse((await client.get(`/itil/assessments/${id}/questions/maturity`)).body);
      const questions = await ask();
      expect(questions.map(({ code, computed, answer }) => [code, computed, answer])).toEqual([
        ["M-GP", false, null],
        ["M-G", false, null],
        ["M-SVC", false, null],
        ["M-P", true, null],
        ["M-CI", true, null],
      ]);
      for (const { options } of questions) expect(options.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
      const chosen = itilMaturityAnswerResult.parse(expectStatus(await answerComponent(client, id, "M-G", 4), 200).body);
      expect(chosen.answer.optionId).toBe(questions[1]?.options[3]?.id);
      expect(chosen.progress.maturityProgress[1]).toMatchObject({ complete: true, currentScore: 4 });
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Active");
      expect((await answerComponent(client, id, "M-P", 4)).status).toBe(422);
      expect((await answerComponent(client, id, "M-CI", 4)).status).toBe(422);
      const post = async (body: object) => (await client.post(`/ITIL/assessments/${id}/answer/maturity`, body)).status;
      const [principles, governance] = questions;
      expect(await post({ questionId: principles?.id, optionId: governance?.options[0]?.id })).toBe(422);
      expect(await post({ questionId: 1, optionId: governance?.options[0]?.id })).toBe(422);
      expect(await post({ questionId: principles?.id, optionId: principles?.options[0]?.id, id: 999 })).toBe(422);
      expect(await post({ questionId: principles?.id })).toBe(422);
      const again = { id: chosen.answer.id, questionId: governance?.id, optionId: governance?.options[0]?.id };
      expect((await client.post(`/ITIL/assessments/${id}/answer/maturity`, again)).body.answer).toEqual(again);
      expectStatus(await answerPractice(client, id, CONTINUAL_IMPROVEMENT, LEVEL_3), 200);
      expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_1), 200);
      const computed = await ask();
      expect(computed[3]?.answer).toEqual({ optionId: computed[3]?.options[1]?.id });
      expect(computed[4]?.answer).toEqual({ optionId: computed[4]?.options[2]?.id });
    });

    it("have no components for the Capability scope", async () => {
      const [client, id] = await setUp();
      expect((await client.get(`/itil/assessments/${id}/questions/maturity`)).body).toEqual([]);
      const maturity = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices: [] });
      const [question] = (await client.get(`/itil/assessments/${maturity}/questions/maturity`)).body;
      const answer = { questionId: question.id, optionId: question.options[0].id };
      expect((await client.post(`/ITIL/assessments/${id}/answer/maturity`, answer)).status).toBe(422);
      expect((await client.get(`/ITIL/notes/${id}/maturity/1`)).status).toBe(404);
    });

    it("keep the answers of a practice that left the scope, for when it comes back", async () => {
      const [client, id] = await setUp({
        practices: [
          { id: INCIDENT, selectionMode: 1 },
          { id: SERVICE_DESK, selectionMode: 2 },
        ],
      });
      expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_2), 200);
      const put = (capabilities: object[]) => client.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "X", capabilities });
      expectStatus(await put([{ id: SERVICE_DESK, name: "", selectionMode: 1 }]), 200);
      expect((await client.get(questionsUrl(id))).status).toBe(404);
      expectStatus(await put([{ id: INCIDENT, name: "", selectionMode: 2 }]), 200);
      expect(await lettersOf(client, id)).toBe(LEVEL_2);
    });

    it("keep notes for practices and components", async () => {
      const [client, id] = await setUp({ selectedScope: "Maturity", practices: [{ id: INCIDENT, selectionMode: 1 }] });
      expect((await client.get(`/ITIL/notes/${id}/capability/${INCIDENT}`)).body.body).toBe("");
      expectStatus(await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: INCIDENT, body: "Desk" }), 200);
      expectStatus(await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 4, body: "Board" }), 200);
      expect((await client.get(`/ITIL/notes/${id}/capability/${INCIDENT}`)).body.body).toBe("Desk");
      expect((await client.get(`/ITIL/notes/${id}/maturity/4`)).body.body).toBe("Board");
      expect((await client.get(`/ITIL/notes/${id}/maturity/1`)).body.body).toBe("");
      expect((await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: SERVICE_DESK, body: "x" })).status).toBe(404);
      expect((await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 6, body: "x" })).status).toBe(404);
    });

    it("know no P3M3 assessment", async () => {
      const client = await api().signIn({ email: "answers@itil.example" });
      const id = await createP3M3(client, await createOrganization(client));
      for (const path of [
        questionsUrl(id),
        `/itil/assessments/${id}/questions/maturity`,
        `/itil/assessments/${id}/results`,
        `/itil/notes/${id}/capability/1`,
      ])
        expect((await client.get(path)).status).toBe(404);
    });
  });
});

describe("submitting and validating an ITIL assessment", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "submit@itil.example" });
    /** The maturity of each assessment in a list, and the levels of its practices. */
    const listed = async (client: Client, organization: number) => {
      const { ITIL } = organizationAssessments.parse((await client.get(`/organizations/${organization}/assessments`)).body);
      const figures = (assessment: Assessment) =>
        assessment.assessmentType === "ITIL" ? [assessment.maturity, assessment.capabilities?.map(({ score }) => score)] : [];
      return { active: ITIL?.active.map(figures), completed: ITIL?.completed.map(figures) };
    };

    it("needs every practice and component, and then gives results", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await createItil(client, organization, {
        selectedScope: "Maturity",
        practices: [
          { id: INCIDENT, selectionMode: 1 },
          { id: SERVICE_DESK, selectionMode: 2 },
        ],
      });
      expectStatus(await answerPractice(client, id, CONTINUAL_IMPROVEMENT, LEVEL_5), 200);
      expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_3), 200);
      expectStatus(await answerPractice(client, id, SERVICE_DESK, LEVEL_1), 200);
      expectStatus(await answerComponent(client, id, "M-GP", 5), 200);
      expectStatus(await answerComponent(client, id, "M-G", 4), 200);
      const refusal = expectStatus(await client.post(`/assessments/${id}/complete`), 422);
      expect(refusal.body.errors).toEqual([{ path: "M-SVC", message: "Not answered: Service Value Chain" }]);
      expect((await client.get(`/ITIL/assessments/${id}/results`)).status).toBe(404);
      const draft = itilDraft.parse(expectStatus(await client.get(`/ITIL/assessments/${id}/draft`), 200).body);
      expect(draft.results).toMatchObject({ maturityScore: null, maturities: [{ score: 5 }, { score: 4 }, { score: null }, {}, {}] });
      expect(draft.progress).toEqual((await client.get(`/assessments/${id}/progress`)).body);
      expectStatus(await answerComponent(client, id, "M-SVC", 3), 200);
      const progress = itilProgress.parse((await client.get(`/assessments/${id}/progress`)).body);
      expect(progress.maturityProgress.map(({ code, currentScore }) => [code, currentScore])).toEqual([
        ["M-GP", 5],
        ["M-G", 4],
        ["M-SVC", 3],
        ["M-P", 2],
        ["M-CI", 5],
      ]);
      expect(progress.maturityScore).toBe(2);
      expect(itilScores.parse((await client.get(`/assessments/${id}/scores`)).body).maturityScore).toBe(2);
      await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: INCIDENT, body: "Night shift" });
      await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: CONTINUAL_IMPROVEMENT, body: "A model for others" });
      await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 2, body: "Board minutes" });
      expect((await listed(client, organization)).active).toEqual([[undefined, [undefined, undefined, undefined]]]);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      expect((await listed(client, organization)).completed).toEqual([[2, [5, 3, 1]]]);

      expect((await client.get(`/ITIL/assessments/${id}/draft`)).status).toBe(404);
      const results = itilResults.parse(expectStatus(await client.get(`/ITIL/assessments/${id}/results`), 200).body);
      expect(results.capabilities.map(({ code, mode, score }) => [code, mode, score])).toEqual([
        ["CI", 1, 5],
        ["INM", 1, 3],
        ["SDK", 2, 1],
      ]);
      expect(results.maturities.map(({ score }) => score)).toEqual([5, 4, 3, 2, 5]);
      expect(
        results.areasOfImprovement.map(({ id: practice, note, questions }) => [practice, note, questions.map(({ level }) => level)]),
      ).toEqual([
        [INCIDENT, { body: "Night shift" }, [4, 4, 5]],
        [SERVICE_DESK, null, [2, 3, 3, 3, 3, 4, 4, 5]],
      ]);
      expect(results.areasOfImprovement[0]?.questions[0]).toMatchObject({
        statement: "Criterion 1 of INM at level 4.",
        dimension: "Organizations and people",
        psf: "INM1 Factor 1 of Incident management",
        hint: expect.stringMatching(/\S/),
      });
      // A practice that has nothing to improve keeps its note.
      expect(results.notes.capability).toEqual([
        { capability: { id: CONTINUAL_IMPROVEMENT, name: "Continual improvement" }, body: "A model for others" },
        { capability: { id: INCIDENT, name: "Incident management" }, body: "Night shift" },
      ]);
      expect(results.notes.maturity).toEqual([{ maturity: { id: 2, name: "Governance" }, body: "Board minutes" }]);
      expect((await answerPractice(client, id, INCIDENT, LEVEL_5)).status).toBe(422);
      expect((await answerComponent(client, id, "M-G", 1)).status).toBe(422);
      expect((await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: INCIDENT, body: "x" })).status).toBe(422);
    });

    it("needs no components for the Capability scope", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await createItil(client, organization);
      expect((await client.post(`/assessments/${id}/complete`)).status).toBe(422);
      expectStatus(await answerPractice(client, id, INCIDENT, LEVEL_2), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const results = itilResults.parse((await client.get(`/itil/assessments/${id}/results`)).body);
      expect(results).toMatchObject({ maturityScore: null, maturities: [], notes: { maturity: [] } });
      expect((await listed(client, organization)).completed).toEqual([[null, [2]]]);
    });

    it("is refused while the scope holds fewer practices than it takes", async () => {
      const client = await signIn();
      const form = { name: "A", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Capability" };
      const organization = await createOrganization(client);
      const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      const put = (body: object) => client.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "A", ...body });
      expectStatus(await put({ capabilities: [{ id: INCIDENT, name: "", selectionMode: 1 }] }), 200);
      expectStatus(await put({ selectedScope: "Comprehensive" }), 200);
      for (const practice of [INCIDENT, CONTINUAL_IMPROVEMENT]) expectStatus(await answerPractice(client, id, practice, LEVEL_5), 200);
      for (const code of ["M-GP", "M-G", "M-SVC"]) expectStatus(await answerComponent(client, id, code, 3), 200);
      expect((await client.post(`/assessments/${id}/complete`)).body.title).toBe("The assessment's scope is not complete yet.");
    });

    it("is endorsed once it has a scope, also when completed, and never a P3M3 one certified in its place", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const form = { name: "A", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Capability" };
      const created = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body.id;
      expect((await client.post(`/assessments/${created}/endorse`)).status).toBe(422);
      const id = await createItil(client, organization);
      expect((await client.post(`/assessments/${id}/certify`)).status).toBe(422);
      for (const _twice of [1, 2]) expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
      expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(true);
      const other = await createItil(client, organization);
      await answerPractice(client, other, INCIDENT, LEVEL_5);
      expectStatus(await client.post(`/assessments/${other}/complete`), 200);
      expectStatus(await client.post(`/assessments/${other}/endorse`), 200);
      expect((await client.get(`/assessments/${other}`)).body).toMatchObject({ endorsed: true, status: "Completed" });
    });
  });
});
