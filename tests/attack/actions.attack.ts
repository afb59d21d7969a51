import { ACTION_REMARKS_MAX } from "#model/actions.ts";
import { createP3M3, expectStatus, organizationForm } from "../contract/scenario.ts";
import type { Answer, Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { type Attempt, cellsOf, outcomeOf, refused, SECRET } from "./attempts.ts";

const ACTION = {
  ...{ title: "Write a plan", why: "", assessmentId: null as number | null, places: [] as string[], owner: "", due: "2026-01-01" },
  ...{ effort: null, effect: null, state: "open" },
};
const TARGETS = { model: "P3M3", scope: "Programme", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
const FORMULAS = ['=HYPERLINK("https://evil.example")', "+1+1", "-2+3", "@SUM(A1)"];
const AT_ONCE = 12;
/** More than are taken within a minute. */
const FLOOD = 150;

/** An organization with an assessment, an action about it, and targets. */
async function team(client: Client, name: string) {
  const organization = expectStatus(await client.post("/organizations", organizationForm({ name })), 201).body.id as number;
  const assessment = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2] });
  const form = { ...ACTION, title: name, owner: name, assessmentId: assessment, places: ["thread/1/2"] };
  const action = expectStatus(await client.post(`/organizations/${organization}/actions`, form), 201).body.id as number;
  const targets = TARGETS.targets.map((each) => ({ ...each, reason: name }));
  expectStatus(await client.put(`/organizations/${organization}/targets`, { ...TARGETS, targets }), 200);
  return { organization, assessment, action };
}
type Team = Awaited<ReturnType<typeof team>>;

/** Ids of others, alone and mixed with one's own. */
function* elsewhere(mallory: Client, mine: Team, theirs: Team): Generator<Promise<Attempt>> {
  const pairs = [
    [theirs.organization, theirs.action],
    [mine.organization, theirs.action],
    [theirs.organization, mine.action],
  ];
  for (const [organization, action] of pairs) {
    const at = `/organizations/${organization}/actions/${action}`;
    yield refused(`reads ${at}`, mallory.get(at));
    yield refused(`changes ${at}`, mallory.put(at, ACTION));
    yield refused(`remarks on ${at}`, mallory.post(`${at}/remarks`, { text: "Mine" }));
    yield refused(`removes ${at}`, mallory.post(`${at}/remove`));
  }
  const their = `/organizations/${theirs.organization}`;
  yield refused("lists actions", mallory.get(`${their}/actions`));
  yield refused("adds an action", mallory.post(`${their}/actions`, ACTION));
  yield refused("lists targets", mallory.get(`${their}/targets?with=latest`));
  yield refused("writes targets", mallory.put(`${their}/targets`, TARGETS));
  yield refused("reads the actions of an assessment", mallory.get(`/assessments/${theirs.assessment}/actions`));
  yield refused(
    "names their assessment",
    mallory.post(`/organizations/${mine.organization}/actions`, { ...ACTION, assessmentId: theirs.assessment }),
  );
}

/** Writes of several people at the same moment. */
async function races(clients: readonly Client[], { organization, action, assessment }: Team): Promise<Attempt[]> {
  const together = async (write: (client: Client, index: number) => Promise<Answer>) => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => write(clients[index % clients.length] as Client, index)),
    );
    return answers.map(({ status }) => status);
  };
  const [client] = clients as [Client];
  const at = `/organizations/${organization}/actions/${action}`;
  for (let number = 1; number < ACTION_REMARKS_MAX; number += 1) expectStatus(await client.post(`${at}/remarks`, { text: "Said" }), 201);
  const remarked = await together((each) => each.post(`${at}/remarks`, { text: "Said" }));
  const set = await together((each, index) =>
    each.put(
      `/organizations/${organization}/targets`,
      { ...TARGETS, scope: "Portfolio", targets: [{ ...TARGETS.targets[0], reason: `Reason ${index}` }] },
      { "Made-From": "targets=0" },
    ),
  );
  const form = { ...ACTION, assessmentId: assessment };
  const changed = await together((each, index) =>
    index % 2 === 0
      ? each.put(at, { ...form, owner: `Owner ${index}` }, { "Made-From": "action=1" })
      : each.post(`${at}/remove`, {}, { "Made-From": "action=1" }),
  );
  const taken = (statuses: number[]) => statuses.filter((status) => status < 300).length;
  const hasFault = [...remarked, ...set, ...changed].some((status) => status >= 500);
  return [
    { what: `${taken(remarked)} remarks took the last place`, fell: taken(remarked) !== 1 },
    { what: `${taken(set)} of ${AT_ONCE} first targets were taken`, fell: taken(set) !== 1 },
    { what: `${taken(changed)} of ${AT_ONCE} changes and removals of one version were taken`, fell: taken(changed) !== 1 },
    { what: "a race ended in a fault", fell: hasFault },
  ];
}

/** Somebody who was demoted, or lost the model, sends again what was stored for them. */
async function afterwards(lead: Client, kim: Client, id: number, { organization, assessment }: Team): Promise<Attempt[]> {
  const write = () =>
    kim.post(`/organizations/${organization}/actions`, { ...ACTION, assessmentId: assessment }, { "Idempotency-Key": "agreed-once" });
  expectStatus(await write(), 201);
  const person = { firstName: "Kim", permission: "viewer", roles: ["P3M3", "ITIL"] };
  expectStatus(await lead.put(`/people/${id}`, person), 200);
  const demoted = await refused("writes again as a viewer", write());
  expectStatus(await lead.put(`/people/${id}`, { ...person, permission: "assessor", roles: ["ITIL"] }), 200);
  return [demoted, await refused("writes again without the model", write())];
}

/** Hostile texts on their way to Excel, and in the address that begins an action. */
async function texts(visitor: Visitor, mallory: Client, { organization }: Team): Promise<Attempt[]> {
  for (const title of FORMULAS)
    expectStatus(await mallory.post(`/organizations/${organization}/actions`, { ...ACTION, title, owner: title }), 201);
  await visitor.get(`/organizations/${organization}/actions.xlsx`);
  const { shown, calculates } = await cellsOf(visitor.body, FORMULAS);
  const tried = [{ what: `formulas in ${shown} cells of Excel: ${calculates} calculate`, fell: calculates > 0 || shown === 0 }];
  const odd = ["<script>alert(1)</script>", "\u0000", "x".repeat(5_000), "__proto__", "thread/1/2,".repeat(500)];
  for (const name of ["of", "from", "places", "assessmentId"])
    for (const value of odd) {
      await visitor.get(`/organizations/${organization}/actions/add?${new URLSearchParams({ [name]: value })}`);
      tried.push({
        what: `begins an action with ${name}=${value.slice(0, 12)} (${visitor.status})`,
        fell: visitor.status >= 500 || visitor.document.querySelectorAll("script").some(({ text }) => text.trim() === "alert(1)"),
      });
    }
  return tried;
}

export const attack: Attack = {
  title: "Reaches another team's targets and actions, writes after losing the right to, and races for the last place",
  async run() {
    const app = await startApp();
    try {
      const owner = await apiClient(app.databaseUrl, "owner@example.org", { team: "Owners" });
      const others = { team: "Mallory and friends" };
      const mallory = await apiClient(app.databaseUrl, "mallory@example.org", { ...others, permission: "lead" });
      const kim = await apiClient(app.databaseUrl, "kim@example.org", others);
      const [theirs, mine] = [await team(owner, SECRET), await team(mallory, "Mine")];
      const everything = async () =>
        JSON.stringify([
          (await owner.get(`/organizations/${theirs.organization}/actions`)).body,
          (await owner.get(`/organizations/${theirs.organization}/targets`)).body,
        ]);
      const before = await everything();
      const tried: Attempt[] = [];
      for (const trying of elsewhere(mallory, mine, theirs)) tried.push(await trying);
      tried.push(...(await races([mallory, kim], mine)));
      const { people } = expectStatus(await mallory.get("/people"), 200).body;
      const { id } = people.find(({ email }: { email: string }) => email === "kim@example.org");
      tried.push(...(await afterwards(mallory, kim, id, mine)));
      const trudy = await apiClient(app.databaseUrl, "trudy@example.org", others);
      const visitor = await new Visitor(app.url).enter(await app.entryLink("trudy@example.org"));
      tried.push(...(await texts(visitor, trudy, mine)));
      const flood = await Promise.all(
        Array.from({ length: FLOOD }, () => trudy.post(`/organizations/${mine.organization}/actions`, ACTION)),
      );
      const taken = flood.filter(({ status }) => status === 201).length;
      tried.push({ what: `${taken} of ${FLOOD} actions within a minute were taken`, fell: taken > 120 });
      tried.push({ what: "changes the other team's", fell: (await everything()) !== before });
      return outcomeOf(tried);
    } finally {
      await app.stop();
    }
  },
};
