/** The mails that ask for a second rating, and tell that it is done (docs/rules/second-ratings.md#asking, docs/rules/second-ratings.md#who-is-told). */
import { describe, expect, it } from "vitest";
import { MAIL } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { createOrganization, createP3M3, expectStatus } from "./scenario.ts";

describe("a request for a second rating", () => {
  onEachDatabase(
    (api) => {
      it("comes by mail, and no longer once it is answered", async () => {
        const [ann, sam] = [
          await api().signIn({ email: "ann@rated.example", firstName: "ann", team: "Rated", permission: "lead" }),
          await api().signIn({ email: "sam@rated.example", firstName: "sam", team: "Rated" }),
        ];
        const id = await createP3M3(ann, await createOrganization(ann), { perspectiveIds: [1], threadIds: [2, 6] });
        const { people } = expectStatus(await ann.get("/people"), 200).body;
        const person = people.find(({ email }: { email: string }) => email.startsWith("sam")).id;
        const request = { person, kind: "opinion", groups: ["perspective/1"], until: "2099-12-01" };
        expectStatus(await ann.post(`/assessments/${id}/ratings`, request), 201);
        const letters = async () => (await lettersTo(api(), "@rated.example")).map(({ to, letter }) => [to, letter?.paragraphs]);
        expect(await letters()).toEqual([
          [
            "sam@rated.example",
            [
              "ann asks you to rate an assessment of Harbour Authority apart until 1 December 2099.",
              { link: `${MAIL.publicUrl}/assessments/${id}/rating/1` },
            ],
          ],
        ]);
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/decline`), 204);
        expect(await letters()).toEqual([["sam@rated.example", undefined]]);
      });

      it("is told of by mail to whoever asked once its last group is done, and no longer if they may not read it", async () => {
        const [ann, sam] = [
          await api().signIn({ email: "ann@told.example", firstName: "ann", team: "Told", permission: "lead" }),
          await api().signIn({ email: "sam@told.example", firstName: "sam", team: "Told" }),
        ];
        const id = await createP3M3(ann, await createOrganization(ann), { perspectiveIds: [1, 2], threadIds: [2, 6] });
        const { people } = expectStatus(await ann.get("/people"), 200).body;
        const person = people.find(({ email }: { email: string }) => email.startsWith("sam")).id;
        const groups = ["perspective/1", "perspective/2"];
        expectStatus(await ann.post(`/assessments/${id}/ratings`, { person, kind: "opinion", groups, until: "2099-12-01" }), 201);
        const seen = groups.map((group) => ({ group, seen: false }));
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/begin`, { seen }), 204);
        const letters = async () =>
          (await lettersTo(api(), "@told.example")).flatMap(({ to, kind, letter }) =>
            kind === "ratingDone" ? [[to, letter?.subject, letter?.paragraphs]] : [],
          );
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/done`, { group: "perspective/1" }), 204);
        expect(await letters()).toEqual([]);
        expectStatus(await sam.post(`/assessments/${id}/ratings/1/done`, { group: "perspective/2" }), 204);
        expect(await letters()).toEqual([
          [
            "ann@told.example",
            "A second rating is done",
            [
              "sam is done with the second rating of an assessment of Harbour Authority for which you had asked. The application has what differs.",
              { link: `${MAIL.publicUrl}/assessments/${id}/ratings/differences` },
            ],
          ],
        ]);
        await api().store.updateTable("user").set({ permission: "viewer" }).where("email", "=", "ann@told.example").execute();
        expect(await letters()).toEqual([["ann@told.example", undefined, undefined]]);
      });
    },
    { mail: MAIL },
  );
});
