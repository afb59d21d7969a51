import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { changeAddressByOperator } from "#api/services/addresses.ts";
import { changePerson, holdByEmail, suspendPerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import { createOrganization } from "../contract/scenario.ts";
import { freshDatabase, MAIL, openTestApi, operatingOn, testConfig } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import type { Attack } from "./attack.ts";

const BOTH = ["P3M3", "ITIL"];
const OFFICE = "office@victims.example";
const GUESSES = 300;
const RACES = 10;

/** What somebody can do with links to join by: a lead who means harm, whoever gets hold of a link, and whoever guesses. */
export const attack: Attack = {
  title: "Copies links to others' invitations and into others' accounts, guesses, forges and reuses links, and sees behind walls by one",
  async run() {
    const api = await openTestApi(await freshDatabase(), { mail: MAIL, internalAccounts: [OFFICE] });
    const wrong: string[] = [];
    try {
      const victim = await api.signIn({ email: "lead@victims.example", team: "Victims", permission: "lead" });
      const attacker = await api.signIn({ email: "lead@attackers.example", team: "Attackers", permission: "lead" });
      const invite = async (email: string, client = victim): Promise<number> =>
        (await client.post("/invitations", { people: [{ email, name: "Kim" }], permission: "lead", roles: BOTH })).body.people[0]
          .invitation;
      const link = async (id: number, client = victim): Promise<string> => (await client.post(`/invitations/${id}/link`)).body.token ?? "";
      const join = (token: string) => api.anonymous.post("/auth/joining", { token });
      const look = (token: string) => api.anonymous.post("/auth/joining/link", { token });

      // Links to an invitation of another team.
      const kim = await invite("kim@victims.example");
      if ((await attacker.post(`/invitations/${kim}/link`)).status !== 404) wrong.push("a link to another team's invitation");

      // Into the accounts of others: of a team, suspended, internal, and without a form that is stored.
      await api.signIn({ email: "jörg@müller.example", team: "Elsewhere" });
      await api.signIn({ email: "out@elsewhere.example", team: "Elsewhere" });
      await inTransaction(api.store, (db) => suspendPerson(operatingOn(db, api.now), "out@elsewhere.example"));
      const answers = new Set<string>();
      for (const address of ["lead@victims.example", "out@elsewhere.example", OFFICE, "JÖRG@xn--mller-kva.example"]) {
        const token = await link(await invite(address, attacker), attacker);
        for (const { status, body } of [await look(token), await join(token)]) answers.add(`${status} ${JSON.stringify(body)}`);
      }
      const ended = await invite("ended@nowhere.example", attacker);
      const over = await link(ended, attacker);
      await attacker.post(`/invitations/${ended}/take-back`);
      for (const { status, body } of [await look(over), await join(over)]) answers.add(`${status} ${JSON.stringify(body)}`);
      if (answers.size !== 1) wrong.push(`${answers.size} answers tell addresses apart`);

      // By guessing and forging: another reference, another end, and a link for something else.
      const token = await link(kim);
      let guessed = 0;
      for (let guess = 0; guess < GUESSES; guess += 1) {
        const at = guess % token.length;
        const forged = token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
        if ((await join(forged)).status !== 401) guessed += 1;
      }
      for (const path of ["/auth", "/auth/voice"]) if ((await api.anonymous.post(path, { token })).status < 400) guessed += 1;
      if (guessed > 0) wrong.push(`${guessed} forged links`);

      // By reuse and races: many at the same time let one person in.
      const raced: number[] = [];
      for (let race = 0; race < RACES; race += 1) {
        const raceToken = await link(await invite(`race${race}@nowhere.example`, attacker), attacker);
        const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await join(raceToken)).status));
        raced.push(statuses.filter((status) => status === 200).length);
      }
      if (raced.some((entered) => entered !== 1)) wrong.push(`races let in ${raced.join()}`);

      // Behind a wall: whoever took the link instead of Kim, before and after Kim signs in.
      const thief = api.anonymous.bearing((await join(token)).body.token);
      const people: { id: number; email: string; isSelf: boolean }[] = (await victim.get("/people")).body.people;
      const [own, other] = [people.find(({ isSelf }) => isSelf)?.id, people.find(({ email }) => email.startsWith("kim"))?.id];
      const organization = await createOrganization(victim);
      const name = () =>
        victim.put(`/organizations/${organization}/access`, { access: "named", people: [own, other], reason: "For the client" });
      if ((await name()).status !== 422) wrong.push("somebody is named whose address is not confirmed");
      await api.signIn({ email: "kim@victims.example" });
      if ((await name()).status !== 200) wrong.push("nobody can be named once the address is confirmed");
      if ((await thief.get(`/organizations/${organization}`)).status !== 401) wrong.push("whoever took the link sees behind the wall");

      // Another address: by guessed codes, in an account that a link made, and to one that somebody has.
      const session = await api.signIn({ email: "open@victims.example", team: "Victims", permission: "viewer" });
      const asks = new Set<string>();
      let changed = 0;
      for (const email of ["lead@victims.example", "out@elsewhere.example", OFFICE, "mine@attackers.example"]) {
        const { status, body } = await session.post("/me/address", { email });
        const { pending } = (await session.get("/me/address")).body;
        asks.add(JSON.stringify([status, body, { ...pending, email: "" }, (await session.get("/me/data")).body.mailsCaused]));
        for (let guess = 0; guess < 10; guess += 1) {
          const { outcome } = (
            await session.post("/me/address/codes", { code: `AAAA-AA${guess}A`.replace(/[0-25B]/g, "C"), oldCode: "AAAA-AAAA" })
          ).body;
          if (outcome === "changed") changed += 1;
        }
      }
      if (asks.size !== 1 || changed > 0) wrong.push(`${asks.size} answers about addresses, ${changed} guessed codes`);
      for (const path of ["/auth/address/link", "/auth/address/undo"])
        for (const forged of [token, "a".repeat(75)])
          if ((await api.anonymous.post(path, { token: forged })).status !== 401) wrong.push("a forged link undoes a change");

      // The link that undoes a change. Somebody else takes the old address first; then five use the link at once, and one again; old sessions read on.
      const moved = await inTransaction(api.store, async (db) => {
        const user = await holdByEmail(db, "open@victims.example");
        if (user) await changeAddressByOperator(operatingOn(db, api.now), user, "moved@victims.example");
        return db.selectFrom("address_change").selectAll().where("done_at", "is not", null).executeTakeFirstOrThrow();
      });
      const inside = await api.signIn({ email: "moved@victims.example" });
      const kept = await link(await invite("open@victims.example", attacker), attacker);
      if ((await join(kept)).status !== 401) wrong.push("somebody takes the old address of somebody");
      const undo = new MailedSecrets(testConfig("").tokenSecrets).linkOf(moved, "undo");
      const undone = await Promise.all(
        Array.from({ length: 5 }, async () => (await api.anonymous.post("/auth/address/undo", { token: undo })).status),
      );
      if (undone.filter((status) => status === 204).length !== 1) wrong.push(`a change was undone ${undone.join()}`);
      if ((await api.anonymous.post("/auth/address/undo", { token: undo })).status !== 401) wrong.push("a change is undone twice");
      if ((await inside.get("/me")).status !== 401) wrong.push("a session outlives the undoing");

      // Sheets of others: of another team, and behind a wall that the lead does not see.
      for (const path of ["open", "hand-over"]) {
        const answer =
          path === "open" ? await attacker.get(`/people/${own}/open`) : await attacker.post(`/people/${own}/hand-over`, { to: other });
        if (answer.status !== 404) wrong.push(`${path} of another team's person`);
      }

      // By a lead who leads no more, and in what is stored.
      const late = await link(await invite("late@victims.example", attacker), attacker);
      await inTransaction(api.store, (db) => changePerson(operatingOn(db, api.now), "lead@attackers.example", { permission: "viewer" }));
      if ((await join(late)).status !== 401) wrong.push("the link of a lead who leads no more");
      const stored = JSON.stringify([await everything(api.url), api.logged]);
      if ([token, over, late].some((each) => stored.includes(each.slice(32)))) wrong.push("a link is stored or logged");
      return {
        held: wrong.length === 0,
        figures:
          wrong.length > 0 ? wrong.join("; ") : `${GUESSES} guesses, ${RACES} races, 1 answer for 5 kinds of links that do not serve`,
      };
    } finally {
      await api.close();
    }
  },
};
