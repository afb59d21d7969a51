/** Short ways to the situations that the contract tests are about. */

import type { ItilOverview, P3m3Overview } from "#model/contract/overview.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { THREAD_SCORES, type ThreadSelection, type ThreadSelections } from "#model/p3m3/gate.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import type { Answer, Client, TestApi } from "../support/api.ts";

export const organizationForm = (over: Record<string, unknown> = {}) => ({
  name: "Harbour Authority",
  businessUnit: "Port operations",
  benchmarkConsent: false,
  country: { id: 826, name: "United Kingdom" },
  industry: { id: 8, name: "Transportation and storage" },
  size: { id: 4, name: "250–999" },
  ...over,
});

export async function createOrganization(client: Client, over: Record<string, unknown> = {}): Promise<number> {
  return expectStatus(await client.post("/organizations", organizationForm(over)), 201).body.id;
}

/** Fails with the API's own words if the status is another. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The refresh token that an answer sets as a cookie; "" for none. */
export const cookieOf = ({ headers }: Pick<Answer, "headers">) => /^refresh=([^;]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";

/** Exchanges a refresh token. */
export const refresh = (api: TestApi, cookie: string) => api.anonymous.post("/auth/refresh", {}, { Cookie: `refresh=${cookie}` });

export interface P3M3Setup {
  selectedScope?: "Project" | "Programme" | "Portfolio";
  certified?: boolean;
  isTestAssessment?: boolean;
  previousId?: number;
  selectedLevel?: number;
  perspectiveIds?: number[];
  threadIds?: number[];
}

/** A P3M3 assessment with a saved scope, its lock held by the client. */
export async function createP3M3(client: Client, organizationId: number, setup: P3M3Setup = {}): Promise<number> {
  const { selectedScope = "Programme", certified = false, isTestAssessment = false, selectedLevel = 2, previousId } = setup;
  const form = { name: "Spring review", assessmentType: "P3M3", isTestAssessment, selectedScope, certified, previousId };
  const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  const perspectives = PERSPECTIVES.filter((item) => setup.perspectiveIds?.includes(item.id) ?? true);
  const threads = threadsOffered(selectedScope).filter((item) => setup.threadIds?.includes(item.id) ?? true);
  expectStatus(
    await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Spring review", perspectives, threads, selectedLevel }),
    200,
  );
  return id;
}

const LETTERS: Record<string, ThreadSelection> = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" };

/** Five selections from five letters: F, P, R, N. */
export function selections(letters: string): ThreadSelections {
  return [...letters].map((letter) => LETTERS[letter]) as unknown as ThreadSelections;
}

/** The answers to a thread's questions as they are posted. */
export async function answersFor(client: Client, id: number, perspectiveId: number, threadId: number, letters: string) {
  const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${perspectiveId}&t=${threadId}`), 200).body;
  return selections(letters).map((selection, index) => ({
    questionId: questions[index].id as number,
    selection,
    score: THREAD_SCORES[selection],
  }));
}

export async function answerThread(client: Client, id: number, perspectiveId: number, threadId: number, letters: string): Promise<Answer> {
  return client.post(`/P3M3/assessments/${id}/answer`, await answersFor(client, id, perspectiveId, threadId, letters));
}

/** Answers every thread of the scope alike, in two calls. */
export async function answerAll(client: Client, id: number, letters: string): Promise<void> {
  const { threads } = expectStatus(await client.get(`/assessments/${id}/overview?without=statements`), 200).body;
  const changes = threads.map(({ perspective, thread, questions }: P3m3Overview["threads"][number]) => ({
    place: `thread/${perspective.id}/${thread.id}`,
    answers: selections(letters).map((selection, index) => ({ questionId: questions[index]?.id, selection })),
  }));
  expectStatus(await client.post(`/assessments/${id}/answers`, { changes }), 200);
}

/** A P3M3 assessment that names another one as the one before, without a scope. */
export async function createAgain(
  client: Client,
  organizationId: number,
  previousId: number,
  selectedScope = "Programme",
): Promise<number> {
  const form = { name: "Spring review", assessmentType: "P3M3", isTestAssessment: false, selectedScope, previousId };
  return expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body.id;
}

/** A completed P3M3 assessment. */
export async function completeP3M3(client: Client, organizationId: number, letters: string, setup: P3M3Setup = {}): Promise<number> {
  const id = await createP3M3(client, organizationId, setup);
  await answerAll(client, id, letters);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

export interface ItilSetup {
  selectedScope?: "Comprehensive" | "Capability" | "Maturity";
  practices?: { id: number; selectionMode: 1 | 2 }[];
  previousId?: number;
}

/** An ITIL assessment with a saved scope, its lock held by the client. */
export async function createItil(client: Client, organizationId: number, setup: ItilSetup = {}): Promise<number> {
  const { selectedScope = "Capability", practices = [{ id: 19, selectionMode: 1 }], previousId } = setup;
  const form = { name: "Service review", assessmentType: "ITIL", isTestAssessment: false, selectedScope, previousId };
  const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  const capabilities = practices.map((practice) => ({ ...practice, name: "" }));
  expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "Service review", capabilities }), 200);
  return id;
}

const PRACTICE_LETTERS: Record<string, ["Fully" | "Rarely" | "N/A", 1 | 0 | null]> = {
  F: ["Fully", 1],
  R: ["Rarely", 0],
  N: ["N/A", null],
};

/** Answers every practice of the scope alike, and chooses a level for each component that is answered, in two calls. */
export async function answerAllItil(client: Client, id: number, letter: string, level: number): Promise<void> {
  const { capabilities, maturities }: ItilOverview = expectStatus(await client.get(`/assessments/${id}/overview`), 200).body;
  const [selection] = PRACTICE_LETTERS[letter] ?? ["N/A"];
  const changes = [
    ...capabilities.map(({ capability, questions }) => ({
      place: `capability/${capability.id}`,
      answers: questions.map(({ id: questionId }) => ({ questionId, selection })),
    })),
    ...maturities
      .filter(({ question }) => !question.computed)
      .map(({ maturity, question }) => ({
        place: `maturity/${maturity.id}`,
        answers: [{ questionId: question.id, optionId: question.options.find((option) => option.level === level)?.id }],
      })),
  ];
  expectStatus(await client.post(`/assessments/${id}/answers`, { changes }), 200);
}

/** The answers to a practice's questions as they are posted; a letter F, R or N for each, the last one for all that follow. */
export async function practiceAnswers(client: Client, id: number, practiceId: number, letters: string) {
  const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practiceId}`;
  const questions: { id: number }[] = expectStatus(await client.get(url), 200).body;
  return questions.map((question, index) => {
    const [selection, score] = PRACTICE_LETTERS[letters[index] ?? letters.at(-1) ?? "N"] ?? (["N/A", null] as const);
    return { questionId: question.id, selection, score };
  });
}

export async function answerPractice(client: Client, id: number, practiceId: number, letters: string): Promise<Answer> {
  return client.post(`/ITIL/assessments/${id}/answer/capability`, await practiceAnswers(client, id, practiceId, letters));
}

/** Chooses the option at a level for a maturity component. */
export async function answerComponent(client: Client, id: number, code: string, level: number): Promise<Answer> {
  const questions = expectStatus(await client.get(`/itil/assessments/${id}/questions/maturity`), 200).body;
  const question = questions.find((item: { code: string }) => item.code === code);
  const option = question.options.find((item: { level: number }) => item.level === level);
  return client.post(`/ITIL/assessments/${id}/answer/maturity`, { questionId: question.id, optionId: option.id });
}
