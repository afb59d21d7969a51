/**
 * The limits of a posted form with a file. Its bytes are looked at before anything is parsed, because a body of many small parts costs many
 * times its size (docs/decisions/0045-workbook.md).
 */

/** Parts of one form: the file and a few fields. */
const PARTS_MAX = 8;
const HEAD_MAX = 2_000;
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** The head of a part, with the name of its field. Browsers write it so, and the parser reads no other. */
const HEAD = /^\r\nContent-Disposition: form-data; name="[^"\r\n]*"(?:; filename="[^"\r\n]*")?(?:\r\nContent-Type: [^\r\n]*)?$/i;

/** Whether a body of `multipart/form-data` is none that a browser would send from a page of this site. @param type the header with its boundary */
export function faultOfUpload(body: Buffer, type: string): boolean {
  const [, quoted, bare] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return true;
  if (body.indexOf(`--${boundary}`) !== 0) return true;
  let [parts, content] = [0, 0];
  for (let at = 2; at !== -1; at = body.indexOf(boundary, at + boundary.length)) {
    const head = at + boundary.length;
    // The parser takes the boundary for one wherever it stands, and then misses what has to be before it.
    if (at > 2 && (at - 4 < content || body.toString("latin1", at - 4, at) !== "\r\n--")) return true;
    if (body.toString("latin1", head, head + 2) === "--") return !/^(?:\r\n)?$/.test(body.toString("latin1", head + 2, head + 5));
    parts += 1;
    const end = body.subarray(head, head + HEAD_MAX).indexOf("\r\n\r\n");
    if (parts > PARTS_MAX || end === -1 || !HEAD.test(body.toString("latin1", head, head + end))) return true;
    content = head + end + 4;
  }
  return true;
}
