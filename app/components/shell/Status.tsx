import {
  ArchiveIcon,
  CheckCircledIcon,
  CircleIcon,
  CrossCircledIcon,
  EyeOpenIcon,
  LockClosedIcon,
  MinusCircledIcon,
  TimerIcon,
  UpdateIcon,
} from "~/components/shell/icons";

const KINDS = {
  Complete: { icon: CheckCircledIcon, tone: "good" },
  Answered: { icon: CheckCircledIcon, tone: "good" },
  "In progress": { icon: TimerIcon, tone: "busy" },
  "To do": { icon: CircleIcon, tone: "plain" },
  "Not started": { icon: CircleIcon, tone: "plain" },
  Descoped: { icon: MinusCircledIcon, tone: "plain" },
  Locked: { icon: LockClosedIcon, tone: "bad" },
  "Locked for editing by another user": { icon: LockClosedIcon, tone: "bad" },
  "Read-only": { icon: EyeOpenIcon, tone: "plain" },
  Archived: { icon: ArchiveIcon, tone: "plain" },
  Saving: { icon: UpdateIcon, tone: "plain" },
  Saved: { icon: CheckCircledIcon, tone: "good" },
  "Not saved": { icon: CrossCircledIcon, tone: "bad" },
} as const;

export type StatusWord = keyof typeof KINDS;

/** All states, for the style guide. */
export const STATUS_WORDS = Object.keys(KINDS) as StatusWord[];

/** A state as an icon and a word, never as colour alone (docs/rules/accessibility-and-words.md#accessible-to-everybody). */
export function Status({ word }: { word: StatusWord }) {
  const { icon: Icon, tone } = KINDS[word];
  return (
    <span className={`status status-${tone}`}>
      <Icon className="icon" aria-hidden />
      <span>{word}</span>
    </span>
  );
}
