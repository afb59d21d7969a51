import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import type { ComponentPage } from "~/views/answering/itil";

/** The rank of a practice in words (docs/rules/itil.md#practices). */
export const rankOf = (mode: number | null) => (mode === 1 ? "Primary" : "Supporting");

interface ComputedFromProps {
  component: { item: { code: string }; score: number | null } & Pick<ComponentPage, "restsOn">;
}

/** How a computed component is calculated, and from which practices (docs/rules/itil.md#computed-components). */
export function ComputedFrom({ component: { item, score, restsOn } }: ComputedFromProps) {
  const holding = restsOn.filter(({ isHolding }) => isHolding);
  const names = new Intl.ListFormat("en-GB").format(holding.map(({ name }) => name));
  if (item.code === "M-CI") {
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
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">Practice</th>
            <th scope="col">Rank</th>
            <th scope="col" className="number">
              Level
            </th>
            <th scope="col" className="number">
              Allows
            </th>
          </tr>
        </thead>
        <tbody>
          {restsOn.map(({ code, name, mode, level, bound, isHolding, href }) => (
            <tr key={code}>
              <th scope="row">
                <Link to={href}>{name}</Link>
              </th>
              <td data-label="Rank">{rankOf(mode)}</td>
              <td data-label="Level" className="number">
                {level ?? "–"}
              </td>
              <td data-label="Allows" className="number">
                {isHolding && bound !== null ? <strong>{bound} – holds it</strong> : (bound ?? "–")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
