import { safeText } from "#model/workbook/cells.ts";

/** Every text in a value, made safe for XML: a file with what that cannot hold does not open. */
export function withSafeTexts<T>(value: T): T {
  if (typeof value === "string") return safeText(value) as T;
  if (Array.isArray(value)) return value.map(withSafeTexts) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withSafeTexts(item)])) as T;
}
