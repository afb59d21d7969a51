/**
 * The limits of a posted form with a file. Its bytes are looked at before anything is parsed, because a body of many small parts costs many
 * times its size (docs/decisions/0045-workbook.md).
 */

/** Parts of one form: the file and a few fields. */
const PARTS_MAX = 8;
const HEAD_MAX = 2_000;
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/** Whether a body of `multipart/form-data` is none that a browser would send from a page of this site. @param type the header with its boundary */
export function faultOfUpload(body: Buffer, type: string): boolean {
  const [, quoted, bare] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return true;
  const mark = Buffer.from(`--${boundary}`);
  if (body.indexOf(mark) !== 0) return true;
  let parts = 0;
  for (let at = 0; at !== -1; at = body.indexOf(mark, at + mark.length)) {
    parts += 1;
    if (parts > PARTS_MAX + 1) return true;
    const head = at + mark.length;
    const isEnd = body.toString("latin1", head, head + 2) === "--";
    if (!isEnd && body.subarray(head, head + HEAD_MAX).indexOf("\r\n\r\n") === -1) return true;
  }
  return false;
}
