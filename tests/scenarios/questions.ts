/** What the scenarios about answering have in common. */
import { randomUUID } from "node:crypto";
import type { HTMLElement } from "node-html-parser";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { answerThread, createOrganization, createP3M3, expectStatus, type P3M3Setup } from "../contract/scenario.ts";
import type { Answer, Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { beginOwnRating } from "../support/own-rating.ts";
import { apiClient } from "../support/seed.ts";
import type { EntryLinkOptions } from "../support/server.ts";

export interface Site {
  url: string;
  databaseUrl: string;
  entryLink(email: string, options?: EntryLinkOptions): Promise<string>;
}

const idOf = (items: readonly { id: number; code: string }[], code: string) => items.find((item) => item.code === code)?.id ?? 0;
export const perspectiveId = (code: string) => idOf(PERSPECTIVES, code);
export const threadId = (code: string) => idOf(THREADS, code);

export interface P3m3Scene {
  email: string;
  team: string;
  client: Client;
  id: number;
  organizationId: number;
  visitor: Visitor;
  /** The address of a thread's questions. */
  at(perspective: string, thread: string): string;
  /** What is stored of a thread, as five letters. */
  letters(perspective: string, thread: string): Promise<string>;
  note(perspective: string, thread: string): Promise<string>;
  /** How the thread's diagnostics are marked, in the order of the screen. */
  marks(perspective: string, thread: string): Promise<(boolean | null)[]>;
  /** Changes what is stored behind the web's back, as the same user in another place would. */
  store(perspective: string, thread: string, letters: string): Promise<void>;
  writeNote(perspective: string, thread: string, body: string): Promise<void>;
  descope(perspective: string, thread: string): Promise<void>;
}

interface Question {
  level: number;
  answer: { selection: string } | null;
  diagnostics: { isPositive: boolean | null }[];
}

/** A user of their own with an assessment, signed in by the web and to the API. Nobody holds the lock. */
export async function start(site: Site, setup: P3M3Setup & { perspectives?: string[]; threads?: string[] } = {}): Promise<P3m3Scene> {
  const person = randomUUID().slice(0, 8);
  const [email, team] = [`robin.${person}@example.org`, `Team ${person}`];
  const client = await apiClient(site.databaseUrl, email, { name: "Robin", team });
  const { perspectives = ["MC", "RK"], threads = ["AM", "AS", "PL"], ...rest } = setup;
  const organizationId = await createOrganization(client);
  const scope = { perspectiveIds: perspectives.map(perspectiveId), threadIds: threads.map(threadId) };
  const id = await createP3M3(client, organizationId, { selectedLevel: 3, ...scope, ...rest });
  await client.delete(`/assessments/${id}/lock`);
  const visitor = await new Visitor(site.url).enter(await site.entryLink(email));
  const questions = async (perspective: string, thread: string): Promise<Question[]> => {
    const query = `p=${perspectiveId(perspective)}&t=${threadId(thread)}`;
    const five: Question[] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?${query}`), 200).body;
    return five.sort((a, b) => a.level - b.level);
  };
  const holding = async (write: () => Promise<Answer>) => {
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await write(), 200);
  };
  return {
    email,
    team,
    client,
    id,
    organizationId,
    visitor,
    at: (perspective, thread) => `/assessments/${id}/questions/${perspective}/${thread}`,
    letters: async (perspective, thread) =>
      (await questions(perspective, thread)).map(({ answer }) => (answer?.selection ?? "N/A").charAt(0)).join(""),
    note: async (perspective, thread) =>
      (await client.get(`/P3M3/notes/${id}/${perspectiveId(perspective)}/${threadId(thread)}`)).body.body,
    marks: async (perspective, thread) =>
      (await questions(perspective, thread)).flatMap(({ diagnostics }) => diagnostics.map(({ isPositive }) => isPositive)),
    store: (perspective, thread, letters) => holding(() => answerThread(client, id, perspectiveId(perspective), threadId(thread), letters)),
    writeNote: (perspective, thread, body) =>
      holding(() =>
        client.post("/P3M3/notes", { assessmentId: id, body, perspectiveId: perspectiveId(perspective), threadId: threadId(thread) }),
      ),
    descope: (perspective, thread) =>
      holding(() => client.post(`/assessments/${id}/${perspectiveId(perspective)}/${threadId(thread)}/descope`)),
  };
}

/** A store of answers, with the calls that write and read them. */
export interface StoreScene extends P3m3Scene {
  writes: string;
  reads: string;
  writesNotes: [method: string, path: string];
}

/** The stores that the screens of questions have: the answers of the assessment, and those of a second rating. */
export const STORES: readonly [name: string, start: (site: Site) => Promise<StoreScene>][] = [
  [
    "the assessment",
    async (site) => {
      const scene = await start(site);
      const { id } = scene;
      const reads = `/P3M3/assessments/${id}/questions`;
      return { ...scene, writes: `/P3M3/assessments/${id}/answer`, reads, writesNotes: ["POST", "/P3M3/notes"] };
    },
  ],
  [
    "a second rating",
    async (site) => {
      const scene = await start(site);
      const { id, email, team, client } = scene;
      const asker = await apiClient(site.databaseUrl, `asks.${email}`, { name: "Kim", team });
      const { number, letters, note } = await beginOwnRating(asker, client, email, id, ["MC", "RK"].map(perspectiveId));
      const rating = `/assessments/${id}/ratings/${number}`;
      return {
        ...scene,
        at: (perspective, thread) => `/assessments/${id}/rating/${number}/questions/${perspective}/${thread}`,
        letters: (perspective, thread) => letters(perspectiveId(perspective), threadId(thread)),
        note: (perspective, thread) => note(perspectiveId(perspective), threadId(thread)),
        ...{ writes: `${rating}/answers`, reads: `${rating}/overview`, writesNotes: ["PUT", `${rating}/notes`] },
      };
    },
  ],
];

/** A further member of the team, signed in by the web. */
export async function join(site: Site, { team }: P3m3Scene): Promise<{ email: string; visitor: Visitor; client: Client }> {
  const email = `kim.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(site.databaseUrl, email, { name: "Kim", team });
  return { email, client, visitor: await new Visitor(site.url).enter(await site.entryLink(email, { team })) };
}

/** Answers levels on the page that is open and presses 'Save answers'. */
export async function answer(visitor: Visitor, answers: Record<number, string>): Promise<Visitor> {
  const form = visitor.form("Save answers");
  for (const [level, selection] of Object.entries(answers)) form.choose(`Level ${level} answer`, selection);
  return form.submit("Save answers");
}

/** The five answers that are shown chosen, as letters. */
export function shown(visitor: Visitor): string {
  return [1, 2, 3, 4, 5]
    .map((level) => {
      const chosen = visitor.document.querySelectorAll(`input[name="level-${level}"]`).find((input) => input.hasAttribute("checked"));
      return "NFPR".charAt(Number(chosen?.getAttribute("value") ?? 0));
    })
    .join("");
}

/** The texts of the elements that a selector finds, with a space between the texts of nested elements. */
export function textsOf(visitor: Visitor, selector: string): string[] {
  return visitor.document.querySelectorAll(selector).map((element) => readable(element));
}

/** The text of one level's card. */
export function levelText(visitor: Visitor, level: number): string {
  return textsOf(visitor, `[data-level="${level}"]`)[0] ?? "";
}

const readable = (element: HTMLElement) =>
  element.childNodes
    .flatMap(function texts(node): string[] {
      return node.childNodes.length > 0 ? node.childNodes.flatMap(texts) : [node.text];
    })
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/ :/g, ":")
    .trim();
