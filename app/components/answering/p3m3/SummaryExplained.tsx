/** How the scores of a P3M3 summary are calculated (docs/rules/scores.md#explanations). */
import { formatScore } from "#model/rounding.ts";
import { listed, lowerFirst } from "#model/words.ts";
import { Explain } from "~/components/answering/Explain";
import { AddAction } from "~/components/shell/AddAction";
import { Table } from "~/components/shell/Table";
import type { SummaryGroup, SummaryPage } from "~/views/answering/summary";

/** A sum as it would be written on paper: (2.5 + 3) ÷ 2 = 2.75. */
function Mean({ values, result }: { values: readonly number[]; result: number }) {
  return (
    <p>
      ({values.map(formatScore).join(" + ")}) ÷ {values.length} = <strong>{formatScore(result)}</strong>
    </p>
  );
}

/** How the score of a perspective is calculated. */
export function PerspectiveExplained({ group }: { group: SummaryGroup }) {
  const { mean } = group;
  const counted = group.rows.filter(({ state }) => state !== "descoped");
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
          { title: "Score", isNumber: true, show: ({ score }) => formatScore(score) },
        ]}
        rows={counted}
        keyOf={({ id }) => id}
      />
      {mean ? (
        <>
          <Mean values={mean.values} result={mean.decimal} />
          <p>
            Rounded down, this perspective has reached maturity level <strong>{mean.whole}</strong>.
          </p>
        </>
      ) : null}
    </Explain>
  );
}

/** How the overall score and the maturity are calculated. */
export function OverallExplained({ own: { facts, lifts }, name }: Pick<SummaryPage<"P3M3">, "own"> & { name: string }) {
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
