/** An address or a path without the slashes at its end. An expression would try each of many slashes anew. */
export function withoutEndSlashes(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === "/") end -= 1;
  return address.slice(0, end);
}
