import { Link, useSearchParams } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { listed, lowerFirst } from "#model/words.ts";
import { Explain } from "~/components/answering/Explain";
import { SummaryTools } from "~/components/answering/Filters";
import { GroupScores, ITEM_WORDS } from "~/components/answering/ProgressSidebar";
import styles from "~/components/answering/Summary.module.css";
import { SummaryFrame } from "~/components/answering/SummaryFrame";
import { summaryColumns } from "~/components/answering/summary-columns";
import { AddAction } from "~/components/shell/AddAction";
import { Status } from "~/components/shell/Status";
import { Table } from "~/components/shell/Table";
import { TargetLine } from "~/components/shell/TargetMark";
import { type Filter, filterIn, passes } from "~/views/answering/filters";
import type { P3m3SummaryPage } from "~/views/answering/p3m3";
import { BADGES } from "~/views/badges";
import type { SaveOutcome } from "~/views/saving";

type Group = P3m3SummaryPage["groups"][number];

interface SummaryProps {
  summary: P3m3SummaryPage;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
}

const settledScore = ({ state, score }: Group["items"][number]) => (state === "answered" ? score : null);

const THREAD = summaryColumns<Group["items"][number]>({
  what: "Thread",
  wordOf: ({ state }) => ITEM_WORDS[state],
  nameOf: ({ name, reason }) => (
    <>
      {name}
      {reason ? <span className="small muted block">Reason: {reason}</span> : null}
    </>
  ),
  scoreOf: settledScore,
});

/** The P3M3 summary: scores, what is missing, and submission (docs/rules/submission-and-certification.md#p3m3-summary). */
export function P3m3Summary({ summary, outcome }: SummaryProps) {
  const { assessment, overall, groups, readOnly } = summary;
  const filter = filterIn(useSearchParams()[0], summary.concerns);
  const items = groups.flatMap((group) => group.items);
  return (
    <SummaryFrame
      assessment={assessment}
      view={summary}
      outcome={outcome}
      submit="Submit assessment"
      score={
        <>
          <div className="row row-between">
            <span>{summary.score.now?.label}</span> <strong className={styles.summaryScore}>{summary.score.now?.value}</strong>
          </div>
          <progress value={overall.answered} max={Math.max(1, overall.total)} aria-label="Threads complete" />
          <span className="small">
            {overall.answered}/{overall.total} Threads complete
          </span>
        </>
      }
      explained={<OverallExplained overall={overall} name={summary.score.now?.label ?? ""} />}
      aside={<Certification summary={summary} />}
      items={items}
      unit="threads"
    >
      <SummaryTools model="P3M3" view={summary} filter={filter} items={items} unit="threads" />
      {groups
        .filter(({ items }) => filter === undefined || items.some((item) => passes(filter, item)))
        .map((group) => (
          <PerspectiveTable key={group.id} group={group} editable={readOnly === undefined} filter={filter} />
        ))}
    </SummaryFrame>
  );
}

function PerspectiveTable({ group, editable, filter }: { group: Group; editable: boolean; filter: Filter | undefined }) {
  const verb = editable ? "Edit" : "View";
  return (
    <section className="panel stack-tight" aria-labelledby={`perspective-${group.id}`}>
      <div className="row row-between">
        <h2 id={`perspective-${group.id}`}>{group.name}</h2>
        <span className="row">
          <Status word={group.state} />{" "}
          <span className="small">
            {group.answered}/{group.total} Threads complete
          </span>{" "}
          <GroupScores scores={group.scores} /> <TargetLine target={group.target} />{" "}
          {group.grid ? (
            <Link to={group.grid}>
              Grid<span className="visually-hidden"> of {group.name}</span>
            </Link>
          ) : null}
        </span>
      </div>
      <Table
        columns={[
          { ...THREAD.name, headClass: styles.threadColumn },
          { ...THREAD.status, headClass: styles.statusColumn },
          THREAD.score,
          THREAD.links("Action", ({ name, href }) => (
            <Link to={href} aria-label={`${verb} ${group.name}, ${name}`}>
              {verb}
            </Link>
          )),
        ]}
        rows={group.items.filter((item) => passes(filter, item))}
        keyOf={({ id }) => id}
      />
      <PerspectiveExplained group={group} />
    </section>
  );
}

/** A sum as it would be written on paper: (2.5 + 3) ÷ 2 = 2.75. */
function Mean({ values, result }: { values: readonly number[]; result: number }) {
  return (
    <p>
      ({values.map(formatScore).join(" + ")}) ÷ {values.length} = <strong>{formatScore(result)}</strong>
    </p>
  );
}

function PerspectiveExplained({ group }: { group: Group }) {
  const counted = group.items.filter(({ state }) => state !== "descoped");
  const title = `How the score of ${group.name} is calculated`;
  if (counted.length === 0) {
    return (
      <Explain title={title}>
        <p>All threads of this perspective are descoped, so it has no score and counts in no other.</p>
      </Explain>
    );
  }
  return (
    <Explain title={title}>
      <p>
        A thread scores 1 for each level answered Fully, 0.5 for Partially and nothing for Rarely/Never. The perspective's score is the mean
        of its threads; descoped threads do not count, and threads that are not answered count as 0.
      </p>
      <Table
        isCards={false}
        columns={[
          { title: "Thread", names: true, show: ({ name }) => name },
          {
            title: "Answers",
            show: ({ answers, state }) => `${answers || "No answers"}${state === "started" ? " – not settled yet" : ""}`,
          },
          { title: "Score", isNumber: true, show: (item) => formatScore(settledScore(item)) },
        ]}
        rows={counted}
        keyOf={({ id }) => id}
      />
      <Mean values={group.facts.values} result={group.facts.decimal} />
      <p>
        Rounded down, this perspective has reached maturity level <strong>{group.facts.whole}</strong>.
      </p>
    </Explain>
  );
}

function OverallExplained({ overall: { facts, lifts }, name }: Pick<P3m3SummaryPage, "overall"> & { name: string }) {
  const everyone = facts.holding.length === facts.values.length;
  return (
    <Explain title={`How the ${lowerFirst(name)} is calculated`}>
      {facts.values.length === 0 ? (
        <p>There is no score yet: no perspective has a thread in scope.</p>
      ) : (
        <>
          <p>The {lowerFirst(name)} is the mean of the perspectives' scores:</p>
          <Mean values={facts.values} result={facts.decimal} />
          <p>
            The maturity is the lowest of the perspectives' scores rounded down: <strong>{facts.maturity}</strong>.{" "}
            {everyone ? "All perspectives are at this level." : `It is held there by ${listed(facts.holding.map(({ name }) => name))}.`}
          </p>
          {lifts.length > 0 ? (
            <ul>
              {lifts.map(({ name, add }) => (
                <li key={name}>
                  To lift {name}: <AddAction to={add} about={name} />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </Explain>
  );
}

/** The mandatory threads that are still to be answered, and where. */
function MandatoryThreads({ missing }: Pick<P3m3SummaryPage["certification"], "missing">) {
  const everywhere = missing.filter((thread) => thread.everywhere).map(({ name }) => name);
  return (
    <>
      {everywhere.length > 0 ? (
        <p className="small">These threads must still be answered in every perspective: {everywhere.join(", ")}.</p>
      ) : null}
      {missing
        .filter((thread) => !thread.everywhere)
        .map(({ name, perspectives }) => (
          <p key={name} className="small">
            {name} must still be answered in {listed(perspectives)}.
          </p>
        ))}
    </>
  );
}

/**
 * 'Certify assessment': before completion it leads to the profile, where certification is ticked; afterwards to the question on the home
 * screen (docs/rules/submission-and-certification.md#certification).
 */
function Certification({ summary: { certification, readOnly, edition } }: { summary: P3m3SummaryPage }) {
  const { certified, completed, to, missing } = certification;
  if (readOnly !== undefined && !completed) return null;
  // The latest edition is what a body would check.
  if (edition?.replacedBy && !certified) return null;
  const note = (
    <p className="small">
      Certification needs all seven perspectives with the four mandatory threads, and the end customer's consent to share data with a
      certifying body. It is subject to a fee. Certificates are valid for three years.
    </p>
  );
  return (
    <section className="panel stack-tight" aria-labelledby="certification">
      <h2 id="certification">Certify assessment</h2>
      {certified ? (
        <>
          <p className="small">{completed ? BADGES.P3M3.requested : BADGES.P3M3.planned}</p>
          {completed ? null : <MandatoryThreads missing={missing} />}
        </>
      ) : (
        <>
          {note}
          {to ? <Link to={to}>Certify assessment</Link> : null}
        </>
      )}
    </section>
  );
}
