/** From each finding of both models to an action in the register, as a browser without script goes (docs/rules/actions.md#where-an-action-begins). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/views/paths";
import { answerAll, answerComponent, answerPractice, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { atHome } from "./home.ts";
import { practiceId } from "./itil.ts";
import { perspectiveId, threadId } from "./questions.ts";

/** A draft and a completed assessment of each model, with the same findings. */
interface Findings {
  visitor: Visitor;
  organizationId: number;
  p3m3: { draft: number; done: number };
  itil: { draft: number; done: number };
  /** The diagnostic that is marked as an improvement, and a criterion that is not met with what to do about it. */
  diagnostic: string;
  criterion: { statement: string; hint: string };
  /** What to do about the criteria of that level. */
  hints: string[];
}

let app: App;
let findings: Findings;
beforeAll(async () => {
  app = await sharedApp();
  const { client, organizationId, visitor } = await atHome(app);
  const p3m3 = { draft: await p3m3With(client, organizationId), done: await p3m3With(client, organizationId) };
  const itil = { draft: await itilWith(client, organizationId), done: await itilWith(client, organizationId) };
  for (const id of [p3m3.done, itil.done]) expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  for (const id of [p3m3.draft, itil.draft]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const { diagnostics } = await firstQuestion(client, p3m3.draft);
  const unmet = (await criteria(client, itil.draft)).filter(({ level }) => level === 3);
  const [criterion = { statement: "", hint: "" }] = unmet;
  findings = {
    visitor,
    organizationId,
    p3m3,
    itil,
    diagnostic: diagnostics[0]?.statement ?? "",
    criterion,
    hints: unmet.map(({ hint }) => hint),
  };
});
afterAll(() => app.stop());

const firstQuestion = async (client: Client, id: number): Promise<{ id: number; diagnostics: { id: number; statement: string }[] }> =>
  expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${perspectiveId("MC")}&t=${threadId("PL")}`), 200).body[0];

const criteria = async (client: Client, id: number): Promise<{ level: number; code: string; statement: string; hint: string }[]> =>
  expectStatus(await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practiceId("INM")}`), 200).body;

async function p3m3With(client: Client, organizationId: number): Promise<number> {
  const scope = { perspectiveIds: ["MC", "RK"].map(perspectiveId), threadIds: ["AS", "PL"].map(threadId) };
  const id = await createP3M3(client, organizationId, scope);
  await answerAll(client, id, "FPNNN");
  const { id: questionId, diagnostics } = await firstQuestion(client, id);
  const mark = { diagnosticId: diagnostics[0]?.id, isPositive: false };
  expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${questionId}`, mark), 200);
  expectStatus(await client.post(`/assessments/${id}/${perspectiveId("RK")}/${threadId("AS")}/descope`, { reason: "Too early" }), 200);
  return id;
}

async function itilWith(client: Client, organizationId: number): Promise<number> {
  const practices = ["INM", "CI"].map((code) => ({ id: practiceId(code), selectionMode: 1 as const }));
  const id = await createItil(client, organizationId, { selectedScope: "Maturity", practices });
  const levels: { level: number }[] = await criteria(client, id);
  const letters = levels.map(({ level }) => (level < 3 ? "F" : level === 3 ? "R" : "N")).join("");
  expectStatus(await answerPractice(client, id, practiceId("INM"), letters), 200);
  expectStatus(await answerPractice(client, id, practiceId("CI"), "F"), 200);
  for (const [code, level] of [
    ["M-GP", 2],
    ["M-G", 3],
    ["M-SVC", 3],
  ] as const)
    await answerComponent(client, id, code, level);
  return id;
}

const P3M3 = "Spring review P3M3, Programme";
const ITIL = "Service review ITIL, Maturity";
const PLANNING = "Management control / Planning";
const LIFT = ["Raise Management control to level 2", "It scores 1.50, and holds the maturity at 1."] as const;
const LIFTED = `${PLANNING}; Management control / Assurance`;
const DESCOPED = ["Make Assurance of Risk management ready to be assessed", "Too early"] as const;
const INM = "Incident management";

interface Case {
  /** The screen that shows it, and what its link is about there. */
  at: (findings: Findings) => string;
  link: string | ((findings: Findings) => string);
  title: string | ((findings: Findings) => string);
  why: string | ((findings: Findings) => string);
  /** The places in the words of the register, and the assessment there. */
  about: string;
  from: string;
}

const diagnostic = {
  title: (findings: Findings) => findings.diagnostic,
  why: "To improve in Planning of Management control.",
  about: PLANNING,
  from: P3M3,
};
const lift = { title: LIFT[0], why: LIFT[1], about: LIFTED, from: P3M3, link: "about Management control" };
const descoped = { title: DESCOPED[0], why: DESCOPED[1], about: "Risk management / Assurance", from: P3M3, link: "about Assurance" };
const criterion = {
  title: (findings: Findings) => findings.criterion.hint,
  why: "Holds Incident management below level 3.",
  about: INM,
  from: ITIL,
};
const practice = { title: "Bring Incident management to level 3", why: "5 criteria of level 3 to meet.", about: INM, from: ITIL };
const component = {
  ...{ title: "Bring Guiding Principles to level 3", why: "It holds the maturity at 2.", about: "Guiding Principles", from: ITIL },
  link: "about Guiding Principles",
};
/** A long statement is cut in the name of a link. */
const begins = (text: string) => text.slice(0, 40);

const CASES: Record<string, Case> = {
  "what would lift P3M3, on the summary": { ...lift, at: ({ p3m3 }) => `/assessments/${p3m3.draft}/summary` },
  "what would lift P3M3, on the result": { ...lift, at: ({ p3m3 }) => `/assessments/${p3m3.done}/result` },
  "a recommended step of a P3M3 report": {
    at: ({ p3m3 }) => `/assessments/${p3m3.done}/report`,
    link: "from step 2",
    // The title has the goal, so that whoever is done with the action has done the step.
    title: "Raise Management control to level 2",
    why: "Plan each stage with milestones and owners, enter actual dates, and keep the approved plan beside the current one. Put the date and the outsider for each check into the plan, and log findings under an owner. It scores 1.50, and holds the maturity at 1.",
    about: LIFTED,
    from: P3M3,
  },
  "an improvement, next to its questions": {
    ...diagnostic,
    at: ({ p3m3 }) => `/assessments/${p3m3.draft}/questions/MC/PL`,
    link: "about level 1, diagnostic 1",
  },
  "an improvement, on the result": {
    ...diagnostic,
    at: ({ p3m3 }) => `/assessments/${p3m3.done}/result`,
    link: (findings) => `about ${begins(findings.diagnostic)}`,
  },
  "a descoped thread, next to its questions": { ...descoped, at: ({ p3m3 }) => `/assessments/${p3m3.draft}/questions/RK/AS` },
  "a descoped thread, on the result": { ...descoped, at: ({ p3m3 }) => `/assessments/${p3m3.done}/result` },
  "a practice that would lift ITIL, on the summary": {
    ...practice,
    at: ({ itil }) => `/itil/assessments/${itil.draft}/summary`,
    link: `about ${INM}`,
  },
  "a component that would lift ITIL, on the result": { ...component, at: ({ itil }) => `/assessments/${itil.done}/result/itil` },
  "a recommended step of an ITIL report": {
    at: ({ itil }) => `/assessments/${itil.done}/report`,
    from: ITIL,
    link: "from step 1",
    // Two criteria have the same hint, which is said once.
    title: `Raise ${INM} to level 3`,
    why: ({ hints }) => `${[...new Set(hints)].slice(0, 3).join(" ")} It holds the maturity at 2. Five criteria of level 3 are not met.`,
    about: INM,
  },
  "a criterion not met, explained on the summary": {
    ...criterion,
    at: ({ itil }) => `/itil/assessments/${itil.draft}/summary?explain=INM`,
    link: "about INM-3.1",
  },
  "a criterion not met, next to its questions": {
    ...criterion,
    at: ({ itil }) => `/itil/assessments/${itil.draft}/questions/INM/`,
    link: "about INM-3.1",
  },
  "a criterion not met, on the result": {
    ...criterion,
    at: ({ itil }) => `/assessments/${itil.done}/result/itil?tab=improvement`,
    link: (findings) => `about ${begins(findings.criterion.statement)}`,
  },
};

test.each(Object.entries(CASES))("%s", async (_, { at, link, title, why, about, from }) => {
  const { visitor, organizationId } = findings;
  const words = (said: string | ((findings: Findings) => string)) => (typeof said === "string" ? said : said(findings));
  const begin = await visitor.get(at(findings));
  const screen = begin.url;
  const isMeant = (text: string) => text.startsWith(`Add an action ${words(link)}`);
  const href = visitor.document
    .querySelectorAll("a")
    .find(({ text }) => isMeant(text))
    ?.getAttribute("href");
  await visitor.get(href?.replaceAll("&amp;", "&") ?? "");
  const filled = (selector: string) => visitor.document.querySelector(selector);
  expect([filled("[name=title]")?.getAttribute("value"), filled("[name=why]")?.text.trim()]).toEqual([words(title), words(why)]);
  const [name = "", of = ""] = from.split(/ (?=P3M3|ITIL)/);
  expect(visitor.text()).toContain(`It comes from ${name} (${of})`);
  await visitor.form("Add action").submit("Add action");
  expect([visitor.url, visitor.text()]).toEqual([screen, expect.stringContaining("The action was added.")]);
  await visitor.get(paths.actions(organizationId, { order: "newest" }));
  const row = visitor.document.querySelector("tbody tr")?.querySelectorAll("th, td") ?? [];
  const texts = row.map((cell) => [...cell.querySelectorAll("a, .block")].map((each) => each.text).join(" | ") || cell.text.trim());
  expect(texts).toEqual([`${words(title)} | ${about}`, "Open", "–", "–", "–", "–", name]);
});
