import { changePerson, suspendPerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { freshDatabase, MAIL, openTestApi, operatingOn } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import type { Attack } from "./attack.ts";

const BOTH = ["P3M3", "ITIL"];
const RACES = 20;
const FLOOD = 400;

const invitation = (emails: readonly string[]) => ({ people: emails.map((email) => ({ email })), permission: "lead", roles: BOTH });

/** What a lead can do who means harm, and a person of another team. */
export const attack: Attack = {
  title:
    "Manages others' people and invitations, looks for addresses, races for the last lead, reuses invitations, and floods people with mails",
  async run() {
    const api = await openTestApi(await freshDatabase(), { mail: MAIL });
    const wrong: string[] = [];
    try {
      const victim = await api.signIn({ email: "lead@victims.example", team: "Victims", permission: "lead" });
      const kim = await api.signIn({ email: "kim@victims.example", team: "Victims", permission: "assessor" });
      const invited = (await victim.post("/invitations", invitation(["new@victims.example", "kept@victims.example"]))).body.people;
      const { people } = (await victim.get("/people")).body;
      const attacker = await api.signIn({ email: "lead@attackers.example", team: "Attackers", permission: "lead" });

      // By the ids of others: every call, every person and every invitation.
      let taken = 0;
      for (const { id } of people)
        for (const [method, path] of [
          ["GET", ""],
          ["PUT", ""],
          ["POST", "/suspend"],
          ["POST", "/readmit"],
          ["POST", "/remove"],
        ] as const)
          if ((await attacker.call(method, `/people/${id}${path}`, method === "GET" ? undefined : { permission: "viewer" })).status !== 404)
            taken += 1;
      for (const { invitation: id } of invited)
        for (const path of [
          `/invitations/${id}/again`,
          `/invitations/${id}/take-back`,
          `/me/invitations/${id}/accept`,
          `/me/invitations/${id}/decline`,
        ])
          if ((await attacker.post(path)).status !== 404) taken += 1;

      // By the answer: addresses of another team, a suspended person, and nobody.
      await inTransaction(api.store, (db) => suspendPerson(operatingOn(db, api.now), "kim@victims.example"));
      const answers = new Set<string>();
      for (const address of ["lead@victims.example", "kim@victims.example", "new@victims.example", "nobody@nowhere.example"]) {
        const { status, body } = await attacker.post("/invitations", invitation([address]));
        answers.add(`${status} ${JSON.stringify(body).replaceAll(address, "…").replaceAll(/\d+/g, "n")}`);
        const answer = await api.anonymous.post("/auth/mail", { address, browser: "b".repeat(40), network: "192.0.2.1" });
        answers.add(`asked ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await api.settled();
      const isOut = (await kim.get("/me")).status === 401;

      // By an answer that is given again: somebody who was removed.
      const gone = await api.signIn({ email: "gone@victims.example", team: "Victims", permission: "assessor" });
      const assessment = await createP3M3(gone, await createOrganization(gone), { perspectiveIds: [1], threadIds: [6] });
      expectStatus(await gone.delete(`/assessments/${assessment}/lock`), 204);
      expectStatus(await victim.post(`/assessments/${assessment}/lock`), 200);
      const rename = () =>
        victim.put(`/assessments/${assessment}`, { assessmentType: "P3M3", name: "Renamed" }, { "Idempotency-Key": "gone" });
      const isNamed = expectStatus(await rename(), 200).body.createdBy === "gone@victims.example";
      const { id: removed } = (await victim.get("/people")).body.people.find(
        ({ email }: { email: string }) => email === "gone@victims.example",
      );
      expectStatus(await victim.post(`/people/${removed}/remove`), 200);
      await api.settled();
      const left = JSON.stringify([await everything(api.url), (await rename()).body]).includes("gone@victims.example");
      if (left || !isNamed) wrong.push("a removed person is in what is stored, or in an answer given again");

      // Twice: an invitation that was accepted, declined or taken back.
      let again = 0;
      for (const end of ["accept", "decline", "take-back"]) {
        const person = await api.signIn({ email: `${end}@loners.example` });
        const [{ invitation: id }] = (await attacker.post("/invitations", invitation([`${end}@loners.example`]))).body.people;
        await (end === "take-back" ? attacker.post(`/invitations/${id}/take-back`) : person.post(`/me/invitations/${id}/${end}`));
        if (end === "accept") await person.post("/me/leave");
        const late = await person.post(`/me/invitations/${id}/accept`);
        const { team } = (await person.get("/me/data")).body.person;
        if (late.status < 300 || team !== null) again += 1;
      }

      // Races: two leads demote each other, and one is made a viewer between two requests.
      let without = 0;
      for (let race = 0; race < RACES; race += 1) {
        const team = `Race ${race}`;
        const [one, other] = await Promise.all(
          ["one", "other"].map((name) => api.signIn({ email: `${name}${race}@races.example`, team, permission: "lead" })),
        );
        const listed: { id: number; isSelf: boolean }[] = (await one?.get("/people"))?.body.people ?? [];
        const [self, colleague] = [listed.find(({ isSelf }) => isSelf)?.id, listed.find(({ isSelf }) => !isSelf)?.id];
        await Promise.all([
          one?.put(`/people/${colleague}`, { permission: "viewer" }),
          other?.post(`/people/${self}/remove`),
          one?.post("/me/leave"),
          other?.post("/me/leave"),
        ]);
        const leads = await api.store
          .selectFrom("user")
          .innerJoin("team", "team.id", "user.team_id")
          .select("user.id")
          .where("team.name", "=", team)
          .where("permission", "=", "lead")
          .where("suspended_at", "is", null)
          .execute();
        const members = await api.store
          .selectFrom("user")
          .innerJoin("team", "team.id", "user.team_id")
          .select("user.id")
          .where("team.name", "=", team)
          .where("email", "like", "%@%")
          .execute();
        if (leads.length === 0 || members.length === 0) without += 1;
      }
      const keyed = { "Idempotency-Key": "before" };
      const before = await attacker.post("/invitations", invitation(["one@flooded.example"]), keyed);
      await api.signIn({ email: "second@attackers.example", team: "Attackers", permission: "lead" });
      await inTransaction(api.store, (db) => changePerson(operatingOn(db, api.now), "lead@attackers.example", { permission: "viewer" }));
      const demoted = [
        await attacker.post("/invitations", invitation(["one@flooded.example"]), keyed),
        await attacker.post("/invitations", invitation(["two@flooded.example"])),
      ];
      await inTransaction(api.store, (db) => changePerson(operatingOn(db, api.now), "lead@attackers.example", { permission: "lead" }));

      const [{ id: open } = {} as { id?: number }] = (await attacker.get("/people")).body.invitations.filter(
        ({ email }: { email: string }) => email === "one@flooded.example",
      );
      await attacker.post(`/invitations/${open}/take-back`);

      // A flood: many addresses, and one address by taking back and inviting anew.
      for (let round = 0; round < FLOOD; round += 20) {
        await attacker.post("/invitations", invitation(Array.from({ length: 20 }, (_, index) => `${round + index}@flooded.example`)));
        const [{ invitation: id } = {} as { invitation?: number }] =
          (await attacker.post("/invitations", invitation(["one@flooded.example"]))).body.people ?? [];
        if (id) await attacker.post(`/invitations/${id}/again`);
        if (id) await attacker.post(`/invitations/${id}/take-back`);
        api.now = new Date(api.now.getTime() + 61_000);
      }
      const mails = await api.store
        .selectFrom("mail")
        .select("recipient")
        .where("kind", "=", "invitation")
        .where("recipient", "like", "%@flooded.example")
        .execute();
      const toOne = mails.filter(({ recipient }) => recipient === "one@flooded.example").length;

      // The flood has used up what this address gets of invitations. Its owner can sign in by mail nevertheless.
      await api.signIn({ email: "one@flooded.example" });
      await api.anonymous.post("/auth/mail", { address: "one@flooded.example", browser: "c".repeat(40), network: "192.0.2.2" });
      await api.settled();
      const { length: signIns } = await api.store
        .selectFrom("mail")
        .select("id")
        .where("kind", "=", "signIn")
        .where("recipient", "=", "one@flooded.example")
        .execute();

      if (taken > 0) wrong.push("ids");
      if (answers.size !== 2) wrong.push("answers");
      if (!isOut || again > 0 || without > 0) wrong.push("ends");
      if (before.status !== 200 || demoted.some(({ status }) => status !== 403)) wrong.push("demoted");
      if (mails.length > 200 || toOne > 5 || signIns !== 1) wrong.push("flood");
      return {
        held: wrong.length === 0,
        figures: `${taken} calls by others' ids were taken; ${answers.size} kinds of answer for four kinds of address and two calls; ${again} of 3 invitations served twice; ${without} of ${RACES} races left a team without a lead or anybody; ${demoted.filter(({ status }) => status !== 403).length} of 2 calls of a former lead were taken; ${mails.length} mails of ${FLOOD} and more, ${toOne} to one address, which ${signIns === 1 ? "still gets" : "no longer gets"} a mail to sign in`,
      };
    } finally {
      await api.close();
    }
  },
};
