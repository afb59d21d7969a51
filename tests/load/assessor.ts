/** One assessor at work: reads a thread, answers it change by change, looks at the summary and the home screen, exports a result. */
import { type Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { answeringPathsOf } from "../../app/views/rating-paths.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import type { OwnRating } from "../support/own-rating.ts";
import type { Kind, Recorder } from "./recorder.ts";

/** What a thread's five answers become with the next change, from level 3 up and, on later visits, over again. */
const NEXT: Readonly<Record<string, string>> = {
  NNNNN: "FFFNN",
  FFFNN: "FFFPN",
  FFFPN: "FFFRN",
  FFFRN: "FFFFN",
  FFFFN: "FFFFP",
  FFFFP: "FFFFR",
  FFFFR: "FFFPN",
};
const EMPTY = "NNNNN";
const CHANGES_PER_THREAD = 3;
const THREADS_PER_SUMMARY = THREADS.length;
const THREADS_PER_HOME = 20;
const THREADS_PER_EXPORT = 45;

export interface Desk {
  /** The web processes, which serve this assessor in turns. */
  urls: readonly string[];
  /** The address that people use. */
  origin: string;
  entryLink: string;
  /** The address that a proxy in front would name. */
  address: string;
  /** What they answer. */
  assessmentId: number;
  /** A completed assessment of their team, whose result they open and export. */
  completedId: number;
  /** The second rating that they answer; without it, the assessment. */
  rating?: number | undefined;
}

export class Assessor {
  readonly #desk: Desk;
  readonly #agent: Agent;
  #cookie = "";
  #threads: number;
  #requests = 0;
  /** The answers that the server has acknowledged, by `perspective/thread`. */
  readonly acknowledged: Map<string, string>;
  /** The answers that were sent and not acknowledged, by place: they may be stored. */
  readonly unacknowledged = new Map<string, string[]>();
  /** Every save that the server has acknowledged, as `perspective/thread letters`, in order. */
  readonly saves: string[] = [];
  /** The save that is under way, or that was when the server went. */
  underWay: { place: string; letters: string } | undefined;

  /**
   * @param threads how many they have been through already, so that not all do the same at the same time
   * @param acknowledged what is stored already
   */
  constructor(desk: Desk, agent: Agent, threads: number, acknowledged = new Map<string, string>()) {
    this.#desk = desk;
    this.#threads = threads;
    this.acknowledged = acknowledged;
    this.#agent = agent;
  }

  get #at() {
    return this.#desk.rating === undefined ? paths : answeringPathsOf(this.#desk.rating);
  }

  get assessmentId(): number {
    return this.#desk.assessmentId;
  }

  /** Signs in and takes the lock, as a browser does by opening the questions. */
  async signIn(): Promise<void> {
    const { urls, entryLink, address, assessmentId } = this.#desk;
    const visitor = await new Visitor(urls[0] ?? "").get(entryLink, { "X-Forwarded-For": address });
    await visitor.get(this.#at.questions(assessmentId, "BM", "AM"));
    if (visitor.status !== 200) throw new Error(`The questions answered ${visitor.status}: ${visitor.text().slice(0, 200)}`);
    // A rating needs no lock.
    const cookies = ["session", "seen", ...(this.#desk.rating === undefined ? [`lock-${assessmentId}`] : [])];
    this.#cookie = cookies.map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
  }

  /**
   * Works until the time is over.
   * @param recorder asked for each request: which one counts at the moment
   * @param pause waits as long as somebody thinks over one change
   */
  async work(recorder: () => Recorder, isOver: () => boolean, pause: () => Promise<void>): Promise<void> {
    await pause();
    while (!isOver()) {
      await this.#answer(recorder, isOver, pause);
      this.#threads += 1;
      const { assessmentId } = this.#desk;
      if (this.#threads % THREADS_PER_SUMMARY === 0) await this.#send(recorder(), "summary", paths.summary(assessmentId, "P3M3"));
      if (this.#threads % THREADS_PER_HOME === 0) await this.#send(recorder(), "home", paths.home());
      if (this.#threads % THREADS_PER_EXPORT === 0) await this.exportResult(recorder());
    }
  }

  /** Opens the result of the completed assessment, and exports it as an Excel file. */
  async exportResult(recorder: Recorder): Promise<void> {
    const { completedId } = this.#desk;
    await this.#send(recorder, "result", paths.result(completedId, "P3M3"));
    await this.#send(recorder, "export", paths.workbook(completedId));
  }

  async #answer(recorder: () => Recorder, isOver: () => boolean, pause: () => Promise<void>): Promise<void> {
    const perspective = PERSPECTIVES[Math.floor(this.#threads / THREADS.length) % PERSPECTIVES.length]?.code ?? "";
    const thread = THREADS[this.#threads % THREADS.length]?.code ?? "";
    const { assessmentId } = this.#desk;
    const key = `${perspective}/${thread}`;
    await this.#send(recorder(), "questions", this.#at.questions(assessmentId, perspective, thread));
    for (let change = 0; change < CHANGES_PER_THREAD; change += 1) {
      await pause();
      if (isOver()) return;
      const base = this.acknowledged.get(key) ?? EMPTY;
      const target = NEXT[base] ?? EMPTY;
      const body = new URLSearchParams({ base, target }).toString();
      this.underWay = { place: key, letters: target };
      if (!(await this.#send(recorder(), "save", this.#at.questionsSave(assessmentId, perspective, thread), body))) {
        this.unacknowledged.set(key, [...(this.unacknowledged.get(key) ?? []), target]);
        return;
      }
      this.underWay = undefined;
      this.acknowledged.set(key, target);
      this.saves.push(`${key} ${target}`);
    }
  }

  /** Sends a request and reads the whole answer; true if it was the right one. */
  #send(recorder: Recorder, kind: Kind, path: string, body?: string): Promise<boolean> {
    const began = performance.now();
    const { urls, origin } = this.#desk;
    this.#requests += 1;
    const url = urls[this.#requests % urls.length] ?? "";
    const headers = {
      Cookie: this.#cookie,
      "X-Forwarded-For": this.#desk.address,
      Accept: "text/html",
      ...(body === undefined
        ? {}
        : {
            Origin: origin,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": Buffer.byteLength(body),
          }),
    };
    return new Promise((resolve) => {
      const fail = (why: string) => {
        recorder.failed(kind, why);
        resolve(false);
      };
      const sent = request(url + path, { agent: this.#agent, method: body === undefined ? "GET" : "POST", headers }, (answer) => {
        answer.resume();
        answer.once("error", (error) => fail(error.message));
        answer.once("end", () => {
          if (answer.statusCode !== 200) return fail(`status ${answer.statusCode}`);
          recorder.took(kind, performance.now() - began);
          resolve(true);
        });
      });
      sent.once("error", (error) => fail(error.message));
      sent.end(body);
    });
  }
}

/** The answers of a thread as the API has them, as five letters. @param rating of the client's own rating instead of the assessment */
export async function storedAt(client: Client, assessmentId: number, place: string, rating?: OwnRating): Promise<string> {
  const [perspectiveCode, threadCode] = place.split("/");
  const perspective = PERSPECTIVES.find(({ code }) => code === perspectiveCode)?.id;
  const thread = THREADS.find(({ code }) => code === threadCode)?.id;
  if (rating) return rating.letters(perspective ?? 0, thread ?? 0);
  const { body } = await client.get(`/P3M3/assessments/${assessmentId}/questions?p=${perspective}&t=${thread}`);
  return body.map(({ answer }: { answer: { selection: string } | null }) => (answer?.selection ?? "N/A").charAt(0)).join("");
}
