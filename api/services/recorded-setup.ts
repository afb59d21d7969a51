/** Profile and scope as the history records them: by the names and shapes of the wire (docs/upstream-contract.md#history). */
import type { AssessmentTable } from "#api/store/database.ts";

type Column = keyof Pick<
  AssessmentTable,
  "name" | "is_test" | "selected_scope" | "certified" | "endorsed" | "perspective_ids" | "thread_ids" | "selected_level" | "practices"
>;

const asIs = (value: unknown) => value;
const ticked = (value: unknown) => (typeof value === "number" ? value === 1 : value);
/** A list that the store holds as JSON; anything else stays as it is. */
const listOf = (item: (stored: never) => object) => (value: unknown) =>
  typeof value === "string" ? (JSON.parse(value) as never[]).map(item) : value;
const items = listOf((id: number) => ({ id }));

const ON_WIRE: Readonly<Record<Column, readonly [name: string, value: (stored: unknown) => unknown]>> = {
  name: ["name", asIs],
  is_test: ["isTestAssessment", ticked],
  selected_scope: ["selectedScope", asIs],
  certified: ["certified", ticked],
  endorsed: ["endorsed", ticked],
  perspective_ids: ["perspectives", items],
  thread_ids: ["threads", items],
  selected_level: ["selectedLevel", asIs],
  practices: ["capabilities", listOf(({ id, mode }: { id: number; mode: number }) => ({ id, selectionMode: mode }))],
};

/**
 * Columns of profile or scope, as the wire names and shapes them. What has a name of the wire already stays as it is, so entries
 * that older versions recorded by columns read like the others.
 */
export function setupOnWire(columns: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => {
      const [wireName, onWire] = ON_WIRE[name as Column] ?? [name, asIs];
      return [wireName, onWire(value)];
    }),
  );
}
