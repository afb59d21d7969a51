import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { listed } from "#model/words.ts";
import { Table } from "~/components/shell/Table";
import { type Foundation, rankOf } from "~/views/answering/itil";

interface ComputedComponent {
  code: string;
  score: number | null;
  restsOn: readonly Foundation[];
}

/** How a computed component is calculated, and from which practices (docs/rules/itil.md#computed-components). */
export function ComputedFrom({ component: { code, score, restsOn } }: { component: ComputedComponent }) {
  const holding = restsOn.filter(({ isHolding }) => isHolding);
  const names = listed(holding.map(({ name }) => name));
  if (code === "M-CI") {
    const [practice] = restsOn;
    return (
      <p>
        This component has the capability level of the practice{" "}
        {practice ? <Link to={practice.href}>{practice.name}</Link> : "Continual improvement"}:{" "}
        {score === null ? "it is known once that practice is complete." : <strong>{formatScore(score)}</strong>}
      </p>
    );
  }
  return (
    <>
      <p>
        This component is as high as its practices allow: a Primary practice allows its own capability level, a Supporting one a level more,
        up to 5. The lowest of these counts.{" "}
        {score === null
          ? `It is known once every practice is complete; still missing: ${names}.`
          : holding.length === 0
            ? "Every practice allows level 5."
            : `It is held at ${formatScore(score)} by ${names}.`}
      </p>
      <Table
        columns={[
          { title: "Practice", names: true, show: ({ name, href }) => <Link to={href}>{name}</Link> },
          { title: "Rank", show: ({ mode }) => rankOf(mode) },
          { title: "Level", isNumber: true, show: ({ level }) => level ?? "–" },
          {
            title: "Allows",
            isNumber: true,
            show: ({ bound, isHolding }) => (isHolding && bound !== null ? <strong>{bound} – holds it</strong> : (bound ?? "–")),
          },
        ]}
        rows={restsOn}
        keyOf={({ code }) => code}
      />
    </>
  );
}
