import { Icon } from "~/components/shell/Icon";

const KINDS = {
  Complete: { icon: "CheckCircled", tone: "good" },
  Answered: { icon: "CheckCircled", tone: "good" },
  "In progress": { icon: "Timer", tone: "busy" },
  "To do": { icon: "Circle", tone: "plain" },
  "Not started": { icon: "Circle", tone: "plain" },
  Descoped: { icon: "MinusCircled", tone: "plain" },
  Locked: { icon: "LockClosed", tone: "bad" },
  "Locked for editing by another user": { icon: "LockClosed", tone: "bad" },
  "Read-only": { icon: "EyeOpen", tone: "plain" },
  Archived: { icon: "Archive", tone: "plain" },
  Saving: { icon: "Update", tone: "plain" },
  Saved: { icon: "CheckCircled", tone: "good" },
  "Not saved": { icon: "CrossCircled", tone: "bad" },
} as const;

export type StatusWord = keyof typeof KINDS;

/** All states, for the style guide. */
export const STATUS_WORDS = Object.keys(KINDS) as StatusWord[];

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
