import { useFetchers } from "@remix-run/react";
import type { OpenedPanel, Panel, Row } from "~/views/home";

/** Archive and restore requests in flight, by assessment. */
function usePendingMoves(): Map<string, "archive" | "unarchive"> {
  return new Map(
    useFetchers().flatMap(({ formData }) => {
      const command = formData?.get("command");
      return command === "archive" || command === "unarchive" ? [[String(formData?.get("assessment")), command] as const] : [];
    }),
  );
}

/**
 * A panel as if its archive and restore requests had already succeeded (docs/rules/navigation-and-home.md#archive-and-restore). If the
 * server refuses one, the next page brings the row back, with a message.
 */
export function useShownAtOnce(organization: Panel): { opened: OpenedPanel | undefined; counts: { active: number; completed: number } } {
  const moves = usePendingMoves();
  const { opened, active, completed } = organization;
  const leaving = (row: Row) => moves.get(String(row.id)) === (row.archived ? "unarchive" : "archive");
  const gone = opened?.tables.flatMap(({ rows }) => rows.filter(leaving)) ?? [];
  if (!opened || gone.length === 0) return { opened, counts: { active, completed } };
  const change = { active: 0, completed: 0, archive: 0 };
  for (const row of gone) {
    const step = row.archived ? 1 : -1;
    change[row.status === "Completed" ? "completed" : "active"] += step;
    change.archive -= step;
  }
  return {
    counts: { active: active + change.active, completed: completed + change.completed },
    opened: {
      ...opened,
      counts: {
        active: opened.counts.active + change.active,
        completed: opened.counts.completed + change.completed,
        archive: opened.counts.archive + change.archive,
      },
      tables: opened.tables.map((table) => {
        const rows = table.rows.filter((row) => !leaving(row));
        const left = table.rows.length - rows.length;
        return { ...table, rows, matches: table.matches - left, total: table.total - left };
      }),
    },
  };
}
