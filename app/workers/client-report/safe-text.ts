/** Characters that XML cannot hold: a file with one does not open. An upstream may have let them through. */
const UNSAFE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** A text without them. */
export const safeText = (text: string): string => text.replace(UNSAFE, "");

/** Every text in a value, made safe. */
export function withSafeTexts<T>(value: T): T {
  if (typeof value === "string") return safeText(value) as T;
  if (Array.isArray(value)) return value.map(withSafeTexts) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withSafeTexts(item)])) as T;
}
