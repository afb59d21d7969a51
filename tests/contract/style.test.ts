/** Extension `style`: the house style of a team. */
import { describe, expect, it } from "vitest";
import { unpack } from "#api/store/packed.ts";
import { logo, style } from "#model/contract/style.ts";
import { LOGO_MAX } from "#model/style.ts";
import { NAME_MAX } from "#model/text.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { expectStatus } from "./scenario.ts";

interface StyleChange {
  before: object;
  after: { logo: string };
}

const NOTHING = { name: null, accent: null, confidentiality: null, footer: null };
const OURS = { name: "Alder & Partners", accent: "#1f4e79", confidentiality: "For the client only", footer: "12 High Street" };
const PNG = "iVBORw0KGgoAAAANSUhEUg==";

describe("the house style", () => {
  onEachDatabase((api) => {
    const signIn = (name: string, team: string) => api().signIn({ email: `${name}@style.example`, team });
    const read = async (client: Client) => style.parse(expectStatus(await client.get("/team/style"), 200).body);

    it("belongs to a team: colleagues read and change it, other teams have their own", async () => {
      const [one, two, other] = [await signIn("one", "Style"), await signIn("two", "Style"), await signIn("other", "Another style")];
      expect(await read(one)).toEqual({ ...NOTHING, logo: null, versions: { style: 0 } });
      const written = expectStatus(await one.put("/team/style", OURS), 200).body;
      expect(written).toEqual({ ...OURS, logo: null, versions: { style: 1 } });
      expect(await read(two)).toEqual(written);
      expectStatus(await two.put("/team/style", { ...OURS, footer: null }), 200);
      expect(await read(one)).toEqual({ ...OURS, footer: null, logo: null, versions: { style: 2 } });
      expect(await read(other)).toEqual({ ...NOTHING, logo: null, versions: { style: 0 } });
    });

    it("has a logo that is stored, read and taken away without touching the texts", async () => {
      const client = await signIn("logo", "Logo");
      expectStatus(await client.get("/team/style/logo"), 404);
      expectStatus(await client.put("/team/style", OURS), 200);
      const with_ = expectStatus(await client.put("/team/style/logo", { png: PNG }), 200).body;
      expect(with_).toMatchObject({ ...OURS, logo: expect.stringMatching(/^[\w-]{16}$/), versions: { style: 2 } });
      expect(logo.parse(expectStatus(await client.get("/team/style/logo"), 200).body).png).toBe(PNG);
      expect(expectStatus(await client.put("/team/style/logo", { png: null }), 200).body).toMatchObject({ ...OURS, logo: null });
      expectStatus(await client.get("/team/style/logo"), 404);
    });

    it("is not overwritten by a write that was made from an older version", async () => {
      const client = await signIn("late", "Late style");
      expectStatus(await client.put("/team/style", OURS, { "Made-From": "style=0" }), 200);
      const refusal = expectStatus(await client.put("/team/style", NOTHING, { "Made-From": "style=0" }), 412).body;
      expect(refusal.present).toMatchObject({ ...OURS, versions: { style: 1 } });
      expect(await read(client)).toMatchObject(OURS);
    });

    it("leaves each change in the history of the team, without the picture", async () => {
      const client = await signIn("history", "History of a style");
      expectStatus(await client.put("/team/style", OURS), 200);
      expectStatus(await client.put("/team/style", OURS), 200);
      expectStatus(await client.put("/team/style/logo", { png: PNG }), 200);
      const rows = await api()
        .store.selectFrom("history")
        .select(["content"])
        .where("kind", "=", "style")
        .orderBy("id", "desc")
        .limit(3)
        .execute();
      const [last, first] = rows.map(({ content }) => unpack(content ?? "{}") as StyleChange);
      expect(first).toMatchObject({ before: NOTHING, after: OURS });
      expect(last?.after.logo).toMatch(/^[\w-]{16}$/);
    });

    it.each([
      ["/team/style", { ...OURS, accent: "#ffff00" }],
      ["/team/style", { ...OURS, accent: "navy" }],
      ["/team/style", { ...OURS, name: "x".repeat(NAME_MAX + 1) }],
      ["/team/style", { name: "x" }],
      ["/team/style/logo", { png: "R0lGODlhAQABAAAAACw=" }],
      ["/team/style/logo", { png: `${PNG}<svg>` }],
      ["/team/style/logo", { png: `iVBORw0KGgo${"A".repeat(LOGO_MAX)}` }],
      ["/team/style/logo", {}],
    ])("refuses at %s %.80j", async (path, body) => {
      const client = await signIn("refused", "Refused style");
      expectStatus(await client.put(path, body), 422);
      expect(await read(client)).toMatchObject({ ...NOTHING, logo: null });
    });
  });
});
