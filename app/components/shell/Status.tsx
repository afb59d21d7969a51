import type { ReactNode } from "react";
import { Icon } from "~/components/shell/Icon";
import type { IconName } from "~/components/shell/icon-names";

const KINDS = {
  Complete: { icon: "CheckCircled", tone: "good" },
  Answered: { icon: "CheckCircled", tone: "good" },
  "In progress": { icon: "Timer", tone: "busy" },
  "To do": { icon: "Circle", tone: "plain" },
  "Not started": { icon: "Circle", tone: "plain" },
  Descoped: { icon: "MinusCircled", tone: "plain" },
  "Locked for editing by another user": { icon: "LockClosed", tone: "bad" },
} as const;

export type StatusWord = keyof typeof KINDS;

/** All states, for the style guide. */
export const STATUS_WORDS = Object.keys(KINDS) as StatusWord[];

interface MarkProps {
  tone?: "good" | "busy" | "bad";
  icon: IconName;
  children: ReactNode;
}

/** A state in words of its own, after its icon. */
export function StatusIcon({ tone, icon, children }: MarkProps) {
  return (
    <span className={tone ? `status status-${tone}` : "status"}>
      <Icon name={icon} /> {children}
    </span>
  );
}

/** A state as an icon and a word, never as colour alone (docs/rules/accessibility-and-words.md#accessible-to-everybody). */
export function Status({ word }: { word: StatusWord }) {
  const { icon, tone } = KINDS[word];
  return (
    <span className={`status status-${tone}`}>
      <Icon name={icon} />
      <span>{word}</span>
    </span>
  );
}
