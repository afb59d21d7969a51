import { expect, test } from "vitest";
import { withData } from "~/services/http/page-data.server";

const PAGE = "<html><body><p>Text</p></body></html>";

test("a page gets its data at the end of its body, in a script with the nonce of the response", () => {
  const html = withData(PAGE, '[1,"two"]', "the-nonce");
  expect(html).toContain('<p>Text</p><script nonce="the-nonce">');
  expect(html).toContain('enqueue("[1,\\"two\\"]")');
  expect(html).toMatch(/<\/script><\/body><\/html>$/);
});

test("no data can end the script", () => {
  const html = withData(PAGE, "</script>&\u2028", "the-nonce");
  expect(html).toContain('enqueue("\\u003c/script\\u003e\\u0026\\u2028")');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});

test("what has no body at its end is no page", () => {
  expect(() => withData("<p>Text</p>", "[]", "the-nonce")).toThrow(RangeError);
});
