import { describe, expect, test } from "vitest";
import { KeptDocument, keepPages } from "~/services/http/kept-pages.server";

const NONCE = "nonce-of-the-first";
const HTML = `<script nonce="${NONCE}">a</script><p>Text</p><script nonce="${NONCE}">b</script>`;

test("a kept document has the nonce of each response, and not that of the first", () => {
  const filled = new KeptDocument(HTML, NONCE).fill("another");
  expect(filled).toBe('<script nonce="another">a</script><p>Text</p><script nonce="another">b</script>');
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
    const { find, keep, addDocument } = keepPages({ length: 300, ms: 60_000 });
    const [first, second] = [keep("a", view("a")), keep("b", view("b"))];
    const document = new KeptDocument(HTML, NONCE);
    addDocument(second, "of", document);
    expect(find("b")?.document).toEqual({ of: "of", kept: document });
    expect(find("a")).toBeUndefined();
    addDocument(first, "of", document);
    expect(find("a")).toBeUndefined();
  });
});
