import { describe, expect, it } from "vitest";
import { addressIn, INVITE_REFUSAL_WORDS, personNameProblem } from "./people.ts";

describe("a name", () => {
  it.each(["evil.com", "evil．com", "jane＠example", "ｗｗｗ.x", "evil\u2024com"])("leads nowhere: %j", (name) =>
    expect(personNameProblem(name)).toBe(INVITE_REFUSAL_WORDS.name),
  );
  it.each(["J. R. Smith", "Zoë", "O’Neill-Brown", "Kim/Sam Roe", "Roe (care of: Sam)"])("may be %j", (name) =>
    expect(personNameProblem(name)).toBeUndefined(),
  );
});

describe("an address", () => {
  it.each(["a\u0000b@x.org", "a@x\u007f.org", "a@x.o\u0001rg"])("has no control character: %j", (text) =>
    expect(addressIn(text)).toBeUndefined(),
  );
  it.each(["a@mül/ler.example", "a@müller.example。", "a@.müller.example", "a@müller", "a@\ud800.example"])("has a domain: %j", (text) =>
    expect(addressIn(text)).toBeUndefined(),
  );
  it.each(["Jane@MÜLLER.example", "jane@xn--mller-kva.example", "jane@mu\u0308ller。example"])("is the same in any form: %s", (text) =>
    expect(addressIn(text)).toBe("jane@xn--mller-kva.example"),
  );
  it("is in lower case", () => expect(addressIn(" Jane@X.org ")).toBe("jane@x.org"));
});
