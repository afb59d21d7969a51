import { memo, useEffect, useRef } from "react";
import { useDelegatedAnchors } from "remix-utils/use-delegated-anchors";
import { UNANSWERED } from "#model/answer-words.ts";
import { formatScore } from "#model/rounding.ts";
import { upperFirst } from "#model/words.ts";
import { inSummary } from "~/components/answering/concerns";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { NamedScore, OverallInWords, ProgressView, ScoresInWords } from "~/views/answering";
import progressStyles from "./Progress.module.css";

/** The state of an item in words, never colour alone. The summary says the same (docs/rules/accessibility-and-words.md#words). */
export const ITEM_WORDS = {
  answered: "Answered",
  complete: "Complete",
  started: "In progress",
  descoped: UNANSWERED.descoped,
  "not started": "Not started",
} as const satisfies Record<string, StatusWord>;

/** Whether an item's score is final, and so shown. */
const isSettled = (state: keyof typeof ITEM_WORDS) => state === "answered" || state === "complete";

interface ProgressSidebarProps {
  view: ProgressView;
  /** Codes of the group and the item that are on the screen. */
  current: { group: string; item: string };
  /** What is counted, such as 'threads'. */
  unit: string;
  /** The address of the search; undefined where there is none. */
  search: string | undefined;
  /** The address of a group's grid, by the group's code, and of its row for an item; absent where there is none. */
  grid?: ((code: string, item?: string) => string | undefined) | undefined;
}

const ID = "progress";
// React 18 has no types for these HTML attributes.
const opens = (action: "show" | "hide") => ({ popovertarget: ID, popovertargetaction: action });

/** Opens the sidebar on a narrow screen. Browsers without popovers show the sidebar in the page instead. */
export function ProgressButton({ view, unit }: Pick<ProgressSidebarProps, "view" | "unit">) {
  return (
    <Button type="button" variant="outline" className={progressStyles.progressButton} {...opens("show")}>
      <Icon name="ListBullet" /> {view.answered} of {view.total} {unit}
    </Button>
  );
}

/** A score with its name, which says whose it is; nothing where there is none. */
export function Score({ of: score }: { of: NamedScore | undefined }) {
  if (!score) return null;
  return (
    <span>
      {score.label} <strong className="number">{score.value}</strong>
    </span>
  );
}

/** The score of the assessment so far, what it means, and what is in scope (docs/rules/scores.md#score-so-far). */
export function ScoreSoFar({ score: { soFar, meaning, extent } }: { score: OverallInWords }) {
  return (
    <div className="score-so-far">
      <Score of={soFar} />
      {meaning ? <p className="small muted">{meaning}</p> : null}
      {extent ? <p className="small">In scope: {extent}</p> : null}
    </div>
  );
}

/** The scores of a group, below or next to its name; nothing for a group without any. */
export function GroupScores({ scores }: { scores: ScoresInWords | undefined }) {
  if (!scores) return null;
  return (
    <>
      <Score of={scores.now} /> <Score of={scores.soFar} />
    </>
  );
}

/** The link to a group's grid, before its items. */
function GridItem({ name, href }: { name: string; href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <li>
      <a href={href} className="nav-link">
        <span>
          Grid<span className="visually-hidden"> of {name}</span>
        </span>
      </a>
    </li>
  );
}

interface ItemLinkProps extends Omit<ProgressView["groups"][number]["items"][number], "id" | "code"> {
  isCurrent: boolean;
  /** The group, where others have items of the same names. */
  of: string | undefined;
}

const isSame = (one: object, other: object) =>
  Object.entries({ ...one, ...other }).every(([key]) => Object.is(one[key as keyof object], other[key as keyof object]));

function isSameLink({ concerns, ...link }: ItemLinkProps, { concerns: others, ...other }: ItemLinkProps): boolean {
  return isSame(link, other) && isSame(concerns, others);
}

/**
 * The link to an item, with its state. There are a hundred of them, so each is drawn again only if it changes. It is a plain link, which the sidebar
 * follows, because Remix' own links are drawn again at every step.
 */
const ItemLink = memo(function ItemLink({ name, href, state, score, concerns, isCurrent, of }: ItemLinkProps) {
  return (
    <li className={state === "descoped" ? "muted" : undefined}>
      <a href={href} aria-current={isCurrent ? "page" : undefined} className="nav-link">
        <span>
          {name}
          {of === undefined ? null : <span className="visually-hidden">{`, ${of}`}</span>} {inSummary(concerns)}
        </span>{" "}
        <Status word={ITEM_WORDS[state]} /> <span className="number">{formatScore(isSettled(state) ? score : null)}</span>
      </a>
    </li>
  );
}, isSameLink);

/** Progress with the overall score and a link to every item (docs/rules/gate.md#questions-screen). With script it follows its links itself. */
export function ProgressSidebar({ view, current, unit, search, grid }: ProgressSidebarProps) {
  const side = useRef<HTMLElement>(null);
  useDelegatedAnchors(side);
  const { group, item } = current;
  const names = view.groups.flatMap(({ items }) => items.map(({ name }) => name.toLowerCase()));
  const isRepeated = (name: string) => names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase());
  // It stays from one screen to the next. On a narrow one it lies over what was chosen in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed on the next screen
  useEffect(() => {
    side.current?.hidePopover?.();
  }, [group, item]);
  return (
    <aside ref={side} id={ID} className={progressStyles.progressSide} {...{ popover: "auto" }}>
      <nav className="panel stack-tight" aria-label="Progress">
        <div className="row row-between">
          <Score of={view.score.now} />{" "}
          {search ? (
            <a href={search} className="small">
              Search
            </a>
          ) : null}
          <button type="button" className={`icon-button ${progressStyles.progressButton}`} aria-label="Close" {...opens("hide")}>
            <Icon name="Cross2" />
          </button>
        </div>
        <ScoreSoFar score={view.score} />
        <progress value={view.answered} max={view.total} aria-label={`${upperFirst(unit)} complete`} />
        <span className="small muted">
          {view.answered} of {view.total} {unit} complete
        </span>
        <div>
          {view.groups.map((group) => (
            <details key={group.id} className={progressStyles.progressGroup} open={group.code === current.group}>
              <summary className="row row-between">
                <span>
                  {group.name} <Icon name="ChevronDown" />
                </span>{" "}
                <span className="small muted number">{`${group.answered}/${group.total}`}</span>{" "}
                <span className="whole-line">
                  <Status word={group.state} />
                </span>
              </summary>
              {group.scores ? (
                <p className="row row-wide small">
                  <GroupScores scores={group.scores} />
                </p>
              ) : null}
              <ul className={`plain-list small ${progressStyles.progressItems}`}>
                <GridItem name={group.name} href={grid?.(group.code, group.code === current.group ? current.item : undefined)} />
                {group.items.map(({ id, code, ...item }) => (
                  <ItemLink
                    key={id}
                    {...item}
                    of={isRepeated(item.name) ? group.name : undefined}
                    isCurrent={group.code === current.group && code === current.item}
                  />
                ))}
              </ul>
            </details>
          ))}
        </div>
      </nav>
    </aside>
  );
}
