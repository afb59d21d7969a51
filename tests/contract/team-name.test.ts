/** Extension `team-name`, and what respondents read of a team (docs/rules/people.md#the-name-of-a-team). */
import { describe, expect, it } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { mailQueue } from "#api/mail/queue.ts";
import { createMailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { teamName } from "#model/contract/team-name.ts";
import { voiceSender } from "#model/contract/voices.ts";
import { INVITE_REFUSAL_WORDS } from "#model/people.ts";
import { type Client, HISTORY_KEY, MAIL, testConfig } from "../support/api.ts";
import { readMail, startMailServer } from "../support/mail-server.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUg==";

describe("the name of a team", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      const signIn = (name: string, team = `Operator's ${teams}`, permission: "lead" | "assessor" = "lead") =>
        api().signIn({ email: `${name}${teams}@naming.example`, firstName: "Anna", team, permission });
      const named = async (client: Client, name: string) => expectStatus(await client.put("/team/name", { name }), 200).body;
      /** Asks somebody, and gives their side and their link. */
      const ask = async (client: Client, email: string | null = null) => {
        const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6, 9] });
        const sheet = { places: ["thread/1/6", "thread/1/9"], until: "2026-12-01", message: "", checksFacts: false };
        const body = { voices: [{ name: "Jane", role: "Manager", email }], ...sheet };
        const [{ voice }] = expectStatus(await client.post(`/assessments/${id}/voices`, body), 200).body.voices;
        const { token } = expectStatus(await client.post(`/assessments/${id}/voices/${voice}/link`, {}), 200).body;
        const entered = expectStatus(await api().anonymous.post("/auth/voice", { token }), 200).body;
        return { own: api().anonymous.bearing(entered.token), id, voice };
      };
      const senderOf = async (own: Client) => voiceSender.parse(expectStatus(await own.get("/voice/sender"), 200).body);

      it("is given by leads, counted in versions, and in the history of people", async () => {
        teams += 1;
        const lead = await signIn("lead");
        expect(teamName.parse(expectStatus(await lead.get("/team/name"), 200).body)).toEqual({ name: null, versions: { teamName: 0 } });
        expect(await named(lead, "  Alder\r\nConsulting ")).toEqual({ name: "Alder Consulting", versions: { teamName: 1 } });
        expect(await named(lead, "Alder Consulting")).toEqual({ name: "Alder Consulting", versions: { teamName: 1 } });
        const moved = expectStatus(await lead.put("/team/name", { name: "Other" }, { "Made-From": "teamName=0" }), 412).body;
        expect(moved.present).toEqual({ name: "Alder Consulting", versions: { teamName: 1 } });
        const [newest] = expectStatus(await lead.get("/team/history"), 200).body.entries;
        expect(newest).toMatchObject({ kind: "teamName", before: null, after: "Alder Consulting" });
        expect(await named(lead, "")).toMatchObject({ name: null });
      });

      it.each(["alder.example", "See www.x", "a@b", "http://x", "x".repeat(101)])("cannot be %j", async (name) => {
        teams += 1;
        const refusal = expectStatus(await (await signIn("lead")).put("/team/name", { name }), 422).body;
        expect(refusal.errors[0]).toMatchObject({ path: "name" });
        if (name.length <= 100) expect(refusal.errors[0].message).toBe(INVITE_REFUSAL_WORDS.name);
      });

      it("is what a sheet shows, else the operator's, if leads could have given it; the logo is that of the team", async () => {
        teams += 1;
        const lead = await signIn("lead");
        const { own } = await ask(lead);
        expect(await senderOf(own)).toEqual({ team: `Operator's ${teams}`, logo: null });
        expect((await own.get("/voice/logo")).status).toBe(404);
        await named(lead, "Alder Consulting");
        expectStatus(await lead.put("/team/style/logo", { png: PNG }), 200);
        expect(await senderOf(own)).toEqual({ team: "Alder Consulting", logo: expect.stringMatching(/^[\w-]{16}$/) });
        expect(expectStatus(await own.get("/voice/logo"), 200).body).toEqual({ png: PNG });
        const other = await ask(await signIn("other", `alder${teams}.example`));
        expect(await senderOf(other.own)).toEqual({ team: null, logo: null });
        expect((await other.own.get("/voice/logo")).status).toBe(404);
      });

      it("ends with the sheet's link, like the logo, and neither opens anything else", async () => {
        teams += 1;
        const lead = await signIn("lead");
        const { own, id, voice } = await ask(lead);
        for (const path of ["/team/name", "/team/style", "/team/style/logo"]) expect((await own.get(path)).status, path).toBe(401);
        for (const path of ["/voice/sender", "/voice/logo", "/voice/mails"]) expect((await lead.get(path)).status, path).toBe(401);
        expectStatus(await lead.post(`/assessments/${id}/voices/${voice}/take-back`, {}), 200);
        for (const path of ["/voice/sender", "/voice/logo", "/voice/mails"]) expect((await own.get(path)).status, path).toBe(401);
      });

      it("is in the mail as text, with who asks, whom it is about and how long it takes; the product stands at the foot", async () => {
        teams += 1;
        const lead = await signIn("lead");
        await named(lead, "Alder \u202e& <Sons>\nBcc: \u2066all");
        const jane = `jane${teams}@naming.example`;
        await ask(lead, jane);
        const { port, received, close } = await startMailServer();
        const writing = { secrets: new MailedSecrets(testConfig("").tokenSecrets), historyKey: HISTORY_KEY, catalogue: api().catalogue };
        const queue = mailQueue(api().store, {
          ...{ ...writing, mailer: createMailer({ ...MAIL.smtp, port }, "Maturity Assessment Tool") },
          ...{ publicUrl: MAIL.publicUrl, timeZone: "UTC", clock: () => api().now },
        });
        await new Sender({ store: api().store, queue, clock: () => api().now, log: (entry) => api().logged.push(entry) }).sendDue();
        await close();
        const mail = received.find(({ to }) => to.includes(jane));
        const { headers, text, html } = readMail(mail ?? { to: [], source: "" });
        expect(mail?.to).toEqual([jane]);
        expect(Object.keys(headers)).not.toContain("bcc");
        const by = `Anna (lead${teams}@naming.example), on behalf of Alder & <Sons> Bcc: all, asks for your view of how ${organizationForm().name} works.`;
        expect(text).toContain(by);
        expect(html).toContain("on behalf of Alder &amp; &lt;Sons&gt; Bcc: all, asks");
        expect(text).toContain("Your sheet has 10 statements, about 4 minutes. You can fill it in until 1 December 2026.");
        expect(text.trimEnd()).toMatch(/This mail was sent by the Maturity Assessment Tool\.$/);
        expect(html).not.toMatch(/<img|<Sons/);
      });
    },
    { mail: MAIL },
  );
});
