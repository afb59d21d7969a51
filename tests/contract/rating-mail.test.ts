/** The mail that asks for a second rating (docs/rules/second-ratings.md#asking). */
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
    },
    { mail: MAIL },
  );
});
