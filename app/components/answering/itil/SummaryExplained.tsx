/** How the scores of an ITIL summary are calculated, and what would raise them. */
import { Link } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { SVS_MATURITY } from "#model/score-names.ts";
import { counted, listed } from "#model/words.ts";
import { Explain } from "~/components/answering/Explain";
import { AddAction } from "~/components/shell/AddAction";
import type { SummaryPage, SummaryStep } from "~/views/answering/summary";

/**
 * Which components hold the SVS maturity, which practices hold those, and what would raise it by one
 * (docs/rules/itil.md#what-holds-a-level).
 */
export function MaturityExplained({ summary: { groups, own } }: { summary: SummaryPage<"ITIL"> }) {
  const capping = groups.flatMap(({ rows }) => rows.filter(({ isCapping }) => isCapping));
  const { maturity: score, steps } = own;
  return (
    <Explain title={`How the ${SVS_MATURITY} is calculated`}>
      <p>
        It is the lowest of the five components, as a whole number.{" "}
        {score === null
          ? "It is known once all of them are."
          : score === HIGHEST
            ? "All of them are at level 5."
            : `${listed(capping.map(({ name }) => name))} ${capping.length === 1 ? "caps" : "cap"} it at ${score}.`}
      </p>
      {score === null
        ? null
        : capping.map(({ code, name, restsOn = [] }) => {
            const holding = restsOn.filter(({ isHolding }) => isHolding);
            return holding.length === 0 ? null : (
              <p key={code}>
                {code === "M-CI" ? `${name} has the level of the practice ` : `${name} is held there by `}
                {listed(holding.map((practice) => practice.name))}.
              </p>
            );
          })}
      {steps.length > 0 && score !== null ? (
        <>
          <p>
            {steps.length === 1
              ? `The easiest next step, to ${score + 1}:`
              : `To reach ${score + 1}, all of these are needed, the easiest first:`}
          </p>
          <Steps steps={steps} />
        </>
      ) : null}
    </Explain>
  );
}

const SHOWN = 3;

/** For the scope Capability: what would raise single practices, as there is no maturity. */
export function CapabilityExplained({ steps }: { steps: readonly SummaryStep[] }) {
  if (steps.length === 0) return null;
  return (
    <Explain title="The easiest next steps">
      <Steps steps={steps.slice(0, SHOWN)} />
    </Explain>
  );
}

function Steps({ steps }: { steps: readonly SummaryStep[] }) {
  return (
    <ol>
      {steps.map(({ kind, code, name, href, to, criteria, add }) => (
        <li key={`${kind} ${code}`}>
          <Link to={href}>{name}</Link>
          {kind === "component"
            ? `: what the option for level ${to} describes`
            : `: ${criteria === undefined ? "the criteria" : counted(criteria, "criterion", "criteria")} of level ${to}`}{" "}
          <AddAction to={add} about={name} />
        </li>
      ))}
    </ol>
  );
}
