import { EARLIER_SOURCE_MAX, PASTED_LINES_MAX } from "#model/earlier-scores.ts";
import { answersFor, completeP3M3, createP3M3, expectStatus, organizationForm } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { type Attempt, cellsOf, outcomeOf, refused, SECRET } from "./attempts.ts";

const SETUP = { perspectiveIds: [1], threadIds: [2, 6] };
const SCORES = { model: "P3M3", scope: "Programme", date: "2021-05-03", source: SECRET, maturity: 2, scores: [{ code: "OG", score: 3 }] };
const NONSENSE = [
  "0",
  "-1",
  "1e3",
  "0x10",
  "9999999999999999",
  "null",
  "%00",
  "1,2",
  "1 OR 1=1",
  "earlier-0",
  "earlier-99999999999",
  "earlier-",
];
const FORMULAS = ['=HYPERLINK("https://evil.example")', "+1+1", "-2+3", "@SUM(A1)", "\t=1+1"];
/** Of one form, long against what a page takes only if something is wrong. */
const FORM_MS_MAX = 5_000;
const EDITIONS_AT_ONCE = 12;

const named = (client: Client, organization: number, previousId: unknown) =>
  client.post(`/organizations/${organization}/assessments`, {
    ...{ name: "Mine", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Programme", certified: false, previousId },
  });

/** A completed assessment, one in progress, and scores that were entered by hand. */
async function team(client: Client, name: string) {
  const organization = expectStatus(await client.post("/organizations", organizationForm({ name })), 201).body.id as number;
  const first = await completeP3M3(client, organization, "FPNNN", SETUP);
  const second = await completeP3M3(client, organization, "FFPNN", SETUP);
  const open = await createP3M3(client, organization, { ...SETUP, previousId: first });
  const earlier = expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, { ...SCORES, source: name }), 201).body
    .id;
  return { organization, first, second, open, earlier: earlier as number };
}
type Team = Awaited<ReturnType<typeof team>>;

/** Ids in addresses and bodies. */
function* elsewhere(mallory: Client, mine: Team, theirs: Team): Generator<Promise<Attempt>> {
  const others = [theirs.first, theirs.open, `earlier-${theirs.earlier}`, mine.open, mine.second, ...NONSENSE];
  for (const other of others) {
    yield refused(`compares with ${other}`, mallory.get(`/assessments/${mine.second}/comparison?with=${other}`));
    yield refused(`names ${other} as the one before`, named(mallory, mine.organization, other === mine.second ? mine.open : other));
  }
  for (const until of [theirs.first, theirs.open, ...NONSENSE])
    yield refused(`ends a trend with ${until}`, mallory.get(`/organizations/${mine.organization}/trend?model=P3M3&until=${until}`));
  const list = `/organizations/${theirs.organization}/earlier-scores`;
  const own = `/organizations/${mine.organization}/earlier-scores`;
  for (const at of [`${list}/${theirs.earlier}`, `${own}/${theirs.earlier}`]) {
    yield refused(`changes ${at}`, mallory.put(at, SCORES));
    yield refused(`removes ${at}`, mallory.post(`${at}/remove`));
  }
  yield refused("lists earlier scores", mallory.get(list));
  yield refused("adds earlier scores", mallory.post(list, SCORES));
  yield refused("reads a trend", mallory.get(`/organizations/${theirs.organization}/trend?model=P3M3`));
  for (const path of ["again", "fit", "comparison"]) yield refused(`reads ${path}`, mallory.get(`/assessments/${theirs.open}/${path}`));
  for (const id of [theirs.first, theirs.open, mine.open])
    yield refused(`makes an edition of ${id}`, mallory.post(`/assessments/${id}/editions`, { reason: "Mine" }));
}

/** Earlier scores beyond what they may be. */
function* beyond(mallory: Client, { organization }: Team): Generator<Promise<Attempt>> {
  const wrong: object[] = [
    ...[-0.01, 5.01, 1e308, 2.345, "3", null].map((score) => ({ scores: [{ code: "OG", score }] })),
    ...[-1, 6, 1.5, "2"].map((maturity) => ({ maturity })),
    ...["2999-01-01", "0000-00-00", "2021-02-30", "yesterday", ""].map((date) => ({ date })),
    { source: "x".repeat(EARLIER_SOURCE_MAX + 1) },
    { source: " " },
    { scores: [] },
    { scores: Array.from({ length: 10_000 }, () => ({ code: "OG", score: 1 })) },
    ...["INM", "__proto__", "og"].map((code) => ({ scores: [{ code, score: 1 }] })),
    { model: "ITIL" },
    { scope: "Everything" },
  ];
  for (const each of wrong)
    yield refused(
      `enters ${JSON.stringify(each).slice(0, 60)}`,
      mallory.post(`/organizations/${organization}/earlier-scores`, { ...SCORES, source: "Mine", ...each }),
    );
}

/** Confirming more than was proposed, or than anybody can have read. */
async function confirming(mallory: Client, { open, first }: Team): Promise<Attempt[]> {
  const given = async (thread: number, letters: string) =>
    (await answersFor(mallory, open, 1, thread, letters)).map((each) => ({ ...each, confirmed: true }));
  const change = async (thread: number, letters: string) => ({
    place: `thread/1/${thread}`,
    answers: (await given(thread, letters)).map(({ score: _, ...each }) => each),
  });
  const bulk = await refused(
    "confirms two threads at once",
    mallory.post(`/assessments/${open}/answers`, { changes: [await change(2, "FPNNN"), await change(6, "FPNNN")] }),
  );
  expectStatus(await mallory.post(`/P3M3/assessments/${open}/answer`, await given(2, "FFFFR")), 200);
  const [entry] = expectStatus(await mallory.get(`/assessments/${open}/history?kind=answers`), 200).body.entries;
  const claimed: number[] = entry.confirmed?.answers ?? [];
  const of = await refused("confirms in what is completed", mallory.post(`/P3M3/assessments/${first}/answer`, await given(2, "FPNNN")));
  // Level 1 was Fully then. The others were given by Mallory alone.
  return [bulk, of, { what: `claims five confirmations: ${claimed.length} recorded`, fell: String(claimed) !== "0" }];
}

/** Editions of one assessment by several people at the same time; and an edition that comes after itself. */
async function editions(clients: readonly Client[], { first, second }: Team): Promise<Attempt[]> {
  const made = await Promise.all(
    Array.from({ length: EDITIONS_AT_ONCE }, (_, index) =>
      clients[index % clients.length]?.post(`/assessments/${first}/editions`, { reason: `Reason ${index}` }),
    ),
  );
  const opened = made.filter((each) => each?.status === 201);
  const id = opened[0]?.body.id as number;
  const [client] = clients as [Client];
  const tried: Attempt[] = [{ what: `${EDITIONS_AT_ONCE} editions at once: ${opened.length} made`, fell: opened.length !== 1 }];
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  for (const previousId of [first, id, second])
    tried.push(
      await refused(
        `makes ${previousId} the one before an edition`,
        client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Mine", previousId }),
      ),
    );
  return tried;
}

/** Much and hostile text in the form, and formulas on their way to Excel. */
async function pasting(visitor: Visitor, mallory: Client, { organization, second }: Team): Promise<Attempt[]> {
  const at = `/organizations/${organization}/earlier-scores`;
  const tried: Attempt[] = [];
  const stored = async () => expectStatus(await mallory.get(at), 200).body.rows.length as number;
  const before = await stored();
  for (const [what, lines] of [
    ["900 kB in one line", "9".repeat(900_000)],
    ["900 kB of separators", "OG\t;, ".repeat(150_000)],
    ["more lines than are taken", "OG 1\n".repeat(PASTED_LINES_MAX * 100)],
    ["formulas", FORMULAS.map((formula) => `OG ${formula}`).join("\n")],
  ] as const) {
    const began = performance.now();
    await visitor.post(`${at}/add?model=P3M3`, { scope: "Programme", date: "2021-05-03", source: "Mine", lines });
    const ms = performance.now() - began;
    tried.push({ what: `pastes ${what} (${visitor.status})`, fell: visitor.status < 400 || visitor.status >= 500 || ms > FORM_MS_MAX });
  }
  tried.push({ what: "left a row", fell: (await stored()) !== before });
  let calculates = 0;
  let shown = 0;
  for (const source of FORMULAS) {
    const { id } = expectStatus(await mallory.post(at, { ...SCORES, source }), 201).body;
    await visitor.get(`/assessments/${second}/result.xlsx?with=earlier-${id}`);
    const cells = await cellsOf(visitor.body, [source.trim()]);
    calculates += cells.calculates;
    shown += cells.shown;
  }
  tried.push({ what: `formulas in ${shown} cells of Excel: ${calculates} calculate`, fell: calculates > 0 || shown === 0 });
  return tried;
}

export const attack: Attack = {
  title: "Reaches another team's assessments and scores through comparison, trend, the assessment before, earlier scores and editions",
  async run() {
    const app = await startApp();
    try {
      const owner = await apiClient(app.databaseUrl, "owner@example.org", { team: "Owners" });
      const [mallory, trudy] = [
        await apiClient(app.databaseUrl, "mallory@example.org", { team: "Mallory and friends" }),
        await apiClient(app.databaseUrl, "trudy@example.org", { team: "Mallory and friends" }),
      ];
      const [theirs, mine] = [await team(owner, SECRET), await team(mallory, "Mine")];
      const everything = async () =>
        JSON.stringify([
          (await owner.get(`/organizations/${theirs.organization}/earlier-scores`)).body,
          (await owner.get(`/assessments/${theirs.first}`)).body,
          (await owner.get(`/assessments/${theirs.open}`)).body,
        ]);
      const before = await everything();
      const tried: Attempt[] = [];
      for (const trying of elsewhere(mallory, mine, theirs)) tried.push(await trying);
      for (const trying of beyond(mallory, mine)) tried.push(await trying);
      tried.push(...(await confirming(mallory, mine)));
      const visitor = await new Visitor(app.url).enter(await app.entryLink("mallory@example.org"));
      tried.push(...(await pasting(visitor, mallory, mine)));
      tried.push(...(await editions([mallory, trudy], mine)));
      tried.push({ what: "changes the other team's", fell: (await everything()) !== before });
      return outcomeOf(tried);
    } finally {
      await app.stop();
    }
  },
};
