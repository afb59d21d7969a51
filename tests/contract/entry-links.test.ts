/** Entry links that a home site makes by a call (docs/integrating.md#entry-links-by-a-call). */
import { describe, expect, it } from "vitest";
import { parseApiConfig } from "#api/config.ts";
import { suspendPerson } from "#api/services/people.ts";
import { notePublicUrl } from "#api/services/public-url.ts";
import { operatingOn } from "../support/api.ts";
import { onEachDatabase, onOneDatabase } from "./databases.ts";
import { expectStatus } from "./scenario.ts";

const KEY = "the key of a home site, as long as it has to be".replaceAll(" ", "-");

describe("entry links by a call", () => {
  onEachDatabase(
    (api) => {
      const ask = (body: unknown, key = KEY) => api().anonymous.post("/entry-links", body, { Authorization: `Bearer ${key}` });
      const enter = async (token: string) => expectStatus(await api().anonymous.post("/auth", { token }), 200).body;

      it("let in somebody new, and somebody known with what is sent of them", async () => {
        await notePublicUrl(api().store, "https://assess.example.org");
        const kim = { email: "Kim@links.example", firstName: "Kim", roles: ["ITIL"], team: "Links" };
        expect((await ask(kim)).body.errors).toMatchObject([{ path: "team" }]);
        const first = expectStatus(await ask({ ...kim, newTeam: true }), 200).body;
        expect(first.link).toBe(`https://assess.example.org/entry/${first.token}`);
        expect(await enter(first.token)).toMatchObject({ user: { email: "kim@links.example", firstName: "Kim" }, roles: ["ITIL"] });
        const second = expectStatus(await ask({ email: "kim@links.example", roles: ["P3M3"] }), 200).body;
        expect(await enter(second.token)).toMatchObject({ user: { firstName: "Kim" }, roles: ["P3M3"] });
        const other = expectStatus(await ask({ email: "lee@links.example" }), 200).body;
        expect(await enter(other.token)).toMatchObject({ roles: ["P3M3", "ITIL"] });
      });

      it("are refused without the key, for what is malformed, and for somebody who is suspended", async () => {
        const body = { email: "mo@links.example" };
        for (const key of ["", "x", `${KEY}x`, KEY.slice(1)]) expect((await ask(body, key)).status).toBe(401);
        expect((await api().anonymous.post("/entry-links", body)).status).toBe(401);
        for (const wrong of [{}, { email: "mo" }, { ...body, roles: ["CMMI"] }, { ...body, roles: [] }])
          expect((await ask(wrong)).status).toBe(422);
        expectStatus(await ask(body), 200);
        const operating = operatingOn(api().store, api().now);
        await suspendPerson(operating, body.email);
        const before = await api().store.selectFrom("user").selectAll().execute();
        expect((await ask({ ...body, firstName: "Mo", roles: ["ITIL"] })).status).toBe(403);
        expect(await api().store.selectFrom("user").selectAll().execute()).toEqual(before);
      });
    },
    { entryLinkKey: KEY },
  );

  onOneDatabase((api) => {
    it("do not exist without the setting, which has to be long enough", async () => {
      expect((await api().anonymous.post("/entry-links", { email: "kim@links.example" }, { Authorization: `Bearer ${KEY}` })).status).toBe(
        404,
      );
      expect(() => parseApiConfig({ ENTRY_LINK_KEY: "short" })).toThrow(/^ENTRY_LINK_KEY: at least 32/);
      expect(parseApiConfig({ ENTRY_LINK_KEY: KEY }).entryLinkKey).toBe(KEY);
    });
  });
});
