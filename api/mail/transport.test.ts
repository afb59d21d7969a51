import { expect, it } from "vitest";
import { undelivered } from "./transport.ts";

it("a server of several addresses that answers at none of them is a fault with words", () => {
  const refused = ["::1", "127.0.0.1"].map((address) => new Error(`connect ECONNREFUSED ${address}:25`));
  const fault = undelivered(Object.assign(new AggregateError(refused), { code: "ESOCKET" }), ["kim@example.org"]);
  const words = "connect ECONNREFUSED ::1:25; connect ECONNREFUSED 127.0.0.1:25";
  expect(fault).toMatchObject({ message: words, reply: words, code: "ESOCKET", isFinal: false });
});
