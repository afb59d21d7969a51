/** What the scenarios about answering ITIL have in common. */
import { randomUUID } from "node:crypto";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import {
  answerComponent,
  answerPractice,
  createItil,
  createOrganization,
  expectStatus,
  type ItilSetup,
  practiceAnswers,
} from "../contract/scenario.ts";
import type { Answer, Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type Site, textsOf } from "./questions.ts";

const idOf = (items: readonly { id: number; code: string }[], code: string) => items.find((item) => item.code === code)?.id ?? 0;
export const practiceId = (code: string) => idOf(PRACTICES, code);
export const isComponent = (code: string) => COMPONENTS.some((component) => component.code === code);

export interface ItilScene {
  email: string;
  team: string;
  client: Client;
  id: number;
  organizationId: number;
  visitor: Visitor;
  /** The address of the questions of a practice or a component. */
  at(code: string): string;
  summary: string;
  /** The levels of a practice's criteria, in the order of the screen. */
  levels(code: string): Promise<number[]>;
  /** What is stored of a practice, a letter for each criterion. */
  letters(code: string): Promise<string>;
  /** The level of the option that is stored for a component. */
  option(code: string): Promise<number | undefined>;
  note(code: string): Promise<string>;
  /** Changes what is stored behind the web's back, as the same user in another place would. */
  store(code: string, answer: string | number): Promise<void>;
  writeNote(code: string, body: string): Promise<void>;
  /** Answers everything: practices with these letters, components with this level. */
  answerAll(letters: string, level: number): Promise<void>;
}

type Setup = Omit<ItilSetup, "practices"> & { primary?: string[]; supporting?: string[] };

/** A user of their own with an ITIL assessment, signed in by the web and to the API. Nobody holds the lock. */
export async function startItil(site: Site, { primary = ["INM"], supporting = [], ...setup }: Setup = {}): Promise<ItilScene> {
  const person = randomUUID().slice(0, 8);
  const [email, team] = [`robin.${person}@example.org`, `Team ${person}`];
  const client = await apiClient(site.databaseUrl, email, { name: "Robin", team });
  const organizationId = await createOrganization(client);
  const practices = [
    ...primary.map((code) => ({ id: practiceId(code), selectionMode: 1 as const })),
    ...supporting.map((code) => ({ id: practiceId(code), selectionMode: 2 as const })),
  ];
  const id = await createItil(client, organizationId, { ...setup, practices });
  await client.delete(`/assessments/${id}/lock`);
  const visitor = await new Visitor(site.url).enter(await site.entryLink(email));

  const questions = async (code: string): Promise<{ level: number; answer: { selection: string } | null }[]> => {
    const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practiceId(code)}`;
    const body: { level: number; answer: { selection: string } | null }[] = expectStatus(await client.get(url), 200).body;
    return body.sort((a, b) => a.level - b.level);
  };
  const notePath = (code: string) =>
    isComponent(code) ? `/ITIL/notes/${id}/maturity/${idOf(COMPONENTS, code)}` : `/ITIL/notes/${id}/capability/${practiceId(code)}`;
  const holding = async (write: () => Promise<Answer>) => {
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await write(), 200);
  };
  const store = (code: string, answer: string | number) =>
    holding(() =>
      typeof answer === "string" ? answerPractice(client, id, practiceId(code), answer) : answerComponent(client, id, code, answer),
    );
  return {
    email,
    team,
    client,
    id,
    organizationId,
    visitor,
    at: (code) => `/itil/assessments/${id}/questions/${code}/`,
    summary: `/itil/assessments/${id}/summary`,
    levels: async (code) => (await questions(code)).map(({ level }) => level),
    letters: async (code) => (await questions(code)).map(({ answer }) => (answer?.selection ?? "N/A").charAt(0)).join(""),
    async option(code) {
      const all = expectStatus(await client.get(`/itil/assessments/${id}/questions/maturity`), 200).body;
      const question = all.find((each: { code: string }) => each.code === code);
      return question.options.find((each: { id: number }) => each.id === question.answer?.optionId)?.level;
    },
    note: async (code) => (await client.get(notePath(code))).body.body,
    store,
    writeNote: (code, body) =>
      holding(() =>
        isComponent(code)
          ? client.post("/ITIL/notes/maturity", { assessmentId: id, body, maturityId: idOf(COMPONENTS, code) })
          : client.post("/ITIL/notes/capability", { assessmentId: id, body, capabilityId: practiceId(code) }),
      ),
    async answerAll(letters, level) {
      const { capabilities, maturities } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
      for (const { code } of capabilities) await store(code, letters);
      for (const { code } of maturities) if (!COMPONENTS.find((each) => each.code === code)?.computed) await store(code, level);
    },
  };
}

/** A further member of the team, signed in by the web. */
export async function joinItil(site: Site, { team }: ItilScene): Promise<{ email: string; visitor: Visitor; client: Client }> {
  const email = `kim.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(site.databaseUrl, email, { name: "Kim", team });
  return { email, client, visitor: await new Visitor(site.url).enter(await site.entryLink(email, { team })) };
}

export const FULLY = "Fully";
export const RARELY = "Rarely/Never";
const WORDS: Readonly<Record<string, string>> = { F: FULLY, R: RARELY };

/** The codes of the criteria on the page, in order. */
export const codesOn = (visitor: Visitor) => textsOf(visitor, ".criterion legend").map((text) => text.replace(/ answer$/, ""));

/** Answers criteria on the page that is open, by their places, and presses 'Save answers'. */
export async function answerCriteria(visitor: Visitor, answers: Record<number, "F" | "R">, button = "Save answers"): Promise<Visitor> {
  const codes = codesOn(visitor);
  const form = visitor.form(button);
  for (const [index, letter] of Object.entries(answers)) form.choose(`${codes[Number(index)]} answer`, WORDS[letter] ?? "");
  return form.submit(button);
}

/** The answers that are shown chosen, as letters. */
export function shownCriteria(visitor: Visitor): string {
  return visitor.document
    .querySelectorAll(".criterion")
    .map((row) => {
      const chosen = row.querySelectorAll("input").find((input) => input.hasAttribute("checked"));
      return "NFR".charAt(Number(chosen?.getAttribute("value") ?? 0));
    })
    .join("");
}

/** The text of one level's block. */
export function levelBlock(visitor: Visitor, level: number): string {
  return textsOf(visitor, `section[aria-labelledby="level-${level}-head"] header`)[0] ?? "";
}

/** The levels whose criteria can be answered. */
export function openLevels(visitor: Visitor): number[] {
  return [2, 3, 4, 5].filter((level) => {
    const sets = visitor.document.querySelectorAll(`section[aria-labelledby="level-${level}-head"] fieldset`);
    return sets.length > 0 && sets.every((set) => !set.hasAttribute("disabled"));
  });
}

export { practiceAnswers };
