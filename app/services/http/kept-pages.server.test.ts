import { describe, expect, test } from "vitest";
import { KeptDocument, keepPages } from "~/services/http/kept-pages.server";

const FIRST = { nonce: "nonce-of-the-first", data: "data-nonce-of-the-first" };
const HTML = `<script nonce="${FIRST.nonce}">a</script><p>Text</p><script nonce="${FIRST.nonce}">enqueue("${FIRST.data}")</script>`;

describe("a kept document", () => {
  test("has the nonce and the data of each response, and nothing of the first", () => {
    const filled = new KeptDocument(HTML, FIRST).fill({ nonce: "another", data: '[1,"two"]' });
    expect(filled).toBe('<script nonce="another">a</script><p>Text</p><script nonce="another">enqueue("[1,\\"two\\"]")</script>');
  });

  test("keeps the data of its script from ending it, and from holding the nonce of another response", () => {
    const filled = new KeptDocument(HTML, FIRST).fill({ nonce: "another", data: `</script>&\u2028${FIRST.nonce}` });
    expect(filled).toContain(`enqueue("\\u003c/script\\u003e\\u0026\\u2028${FIRST.nonce}")`);
    expect(filled.match(/<\/script>/g)).toHaveLength(2);
  });

  test("is none without the place of its data", () => {
    expect(() => new KeptDocument("<p>Text</p>", FIRST)).toThrow(RangeError);
  });
});

describe("the store", () => {
  const view = (letter: string) => ({ html: letter.repeat(100) });

  test("gives a page again, and once it is full those that were shown last", () => {
    const { find, keep } = keepPages({ length: 350, ms: 60_000 });
    for (const key of ["a", "b"]) keep(key, view(key));
    expect(find("a")?.view).toEqual(view("a"));
    for (const key of ["c", "d"]) keep(key, view(key));
    expect(["a", "b", "c", "d"].filter((key) => find(key))).toEqual(["a", "c", "d"]);
    expect(keep("e", view("e").html.repeat(4)).view).toBeDefined();
    expect(find("e")).toBeUndefined();
  });

  test("counts the document of a page, and adds none to a page that has gone", () => {
    const { find, keep, addDocument } = keepPages({ length: 350, ms: 60_000 });
    const [first, second] = [keep("a", view("a")), keep("b", view("b"))];
    const document = new KeptDocument(HTML, FIRST);
    addDocument(second, "of", document);
    expect(find("b")?.document).toEqual({ of: "of", kept: document });
    expect(find("a")).toBeUndefined();
    addDocument(first, "of", document);
    expect(find("a")).toBeUndefined();
  });
});
