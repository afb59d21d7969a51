/** What an operator can measure of the API (docs/operating.md#measure). */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseApiConfig } from "#api/config.ts";
import { backUp } from "#api/store/backup.ts";
import { onEachDatabase, onOneDatabase } from "./databases.ts";
import { createItil, createOrganization, expectStatus } from "./scenario.ts";

const TOKEN = "the-bearer-of-the-one-that-measures";
const backupFolder = mkdtempSync(join(tmpdir(), "measured-"));
afterAll(() => rmSync(backupFolder, { recursive: true, force: true }));

describe("the figures of the API", () => {
  onEachDatabase(
    (api) => {
      const ask = (bearer: string | undefined) =>
        api().anonymous.get("/metrics", bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` });
      const figures = async () => {
        const text = String(expectStatus(await ask(TOKEN), 200).body);
        const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
        return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]));
      };

      it("open for the bearer alone, as text that Prometheus reads", async () => {
        for (const bearer of [undefined, "x", `${TOKEN}x`, TOKEN.slice(1)]) expect((await ask(bearer)).status).toBe(401);
        const { status, headers, body } = await ask(TOKEN);
        expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
          200,
          expect.stringMatching(/^text\/plain; version=0\.0\.4/),
          "no-store",
        ]);
        expect(body).toContain("# TYPE mails gauge");
      });

      it("count mails by what became of them", async () => {
        const at = api().now.toISOString();
        const states = [{ sent_at: at }, { sent_at: at }, { failed_at: at }, { dropped_at: at }, {}, {}, {}];
        const mail = {
          kind: "signIn" as const,
          recipient: "kim@measured.example",
          generation: 1,
          created_at: at,
          attempts: 0,
          next_at: at,
        };
        for (const state of states)
          await api()
            .store.insertInto("mail")
            .values({ ...mail, reference: randomUUID(), about: randomUUID(), ...state })
            .execute();
        const values = await figures();
        expect(["sent", "given up", "not needed", "waiting"].map((state) => values.get(`mails{state="${state}"}`))).toEqual([
          "2",
          "1",
          "1",
          "3",
        ]);
        await api().store.deleteFrom("mail").execute();
        expect((await figures()).get('mails{state="sent"}')).toBe("0");
      });

      it("count requests that wait, also those that no way is set up for", async () => {
        const state = async () => {
          const values = await figures();
          return ["sent", "given up", "waiting"].map((each) => values.get(`outbox_requests{state="${each}"}`));
        };
        expect(await state()).toEqual(["0", "0", "0"]);
        const client = await api().signIn({ email: "kim@measured.example", team: "Measured" });
        const id = await createItil(client, await createOrganization(client));
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        expect(await state()).toEqual(["0", "0", "1"]);
        const { id: outbox_id } = await api().store.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
        const at = api().now.toISOString();
        await api()
          .store.insertInto("outbox_delivery")
          .values([
            { outbox_id, channel: "email", attempts: 1, next_at: at, sent_at: at },
            { outbox_id, channel: "webhook", attempts: 20, next_at: at, failed_at: at },
          ])
          .execute();
        expect(await state()).toEqual(["1", "1", "0"]);
      });

      it("say how old the newest backup is, and that there is none", async () => {
        expect((await figures()).get("backup_age_seconds")).toBe("+Inf");
        const { path } = await backUp(api().url, { folder: backupFolder, now: api().now });
        const hourAgo = api().now.getTime() / 1000 - 3600;
        utimesSync(path, hourAgo, hourAgo);
        expect((await figures()).get("backup_age_seconds")).toBe("3600");
        rmSync(path);
      });

      it("say how large the store is, and name nobody", async () => {
        const values = await figures();
        expect(Number(values.get("store_bytes"))).toBeGreaterThan(100_000);
        expect([...values.keys()].join("\n")).not.toMatch(/kim|example|Measured/);
      });
    },
    { metricsToken: TOKEN, backupFolder },
  );

  onOneDatabase((api) => {
    it("do not exist without the setting, which has to be long enough", async () => {
      for (const bearer of [TOKEN, "undefined"])
        expect((await api().anonymous.get("/metrics", { Authorization: `Bearer ${bearer}` })).status).toBe(404);
      expect(() => parseApiConfig({ METRICS_TOKEN: "short" })).toThrow("METRICS_TOKEN: needs at least 32 characters");
      expect(parseApiConfig({ METRICS_TOKEN: TOKEN }).metricsToken).toBe(TOKEN);
    });
  });
});
