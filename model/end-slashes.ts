/** An address or a path without the slashes at its end. An expression would try again from each of many slashes. */
export function withoutEndSlashes(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === "/") end -= 1;
  return address.slice(0, end);
}
