/** Profile and scope as the history records them: by the names and shapes of the wire (docs/upstream-contract.md#history). */
import { type Field, PROFILE_FIELDS } from "#model/fields.ts";
import { columnOf } from "./stored-fields.ts";

const asIs = (value: unknown) => value;
const ticked = (value: unknown) => (typeof value === "number" ? value === 1 : value);
/** A list that the store holds as JSON; anything else stays as it is. */
const listOf = (item: (stored: never) => object) => (value: unknown) =>
  typeof value === "string" ? (JSON.parse(value) as never[]).map(item) : value;
const items = listOf((id: number) => ({ id }));

type OnWire = readonly [name: string, value: (stored: unknown) => unknown];

const ON_WIRE: Readonly<Record<string, OnWire>> = {
  ...Object.fromEntries(
    Object.entries<Field>(PROFILE_FIELDS).map(([name, field]): [string, OnWire] => [
      columnOf(name, field),
      [name, field.kind === "tick" ? ticked : asIs],
    ]),
  ),
  previous_id: ["previousId", asIs],
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
      const [wireName, onWire] = ON_WIRE[name] ?? [name, asIs];
      return [wireName, onWire(value)];
    }),
  );
}
