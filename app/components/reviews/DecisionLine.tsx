import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Moment } from "~/components/shell/Moment";
import type { DecisionView } from "~/views/peer-review";

/** A decision in words, whether it still holds, and what has changed since. */
export function DecisionLine({ decision: { words, at, withdrawn, standing, changes } }: { decision: DecisionView }) {
  return (
    <>
      {words} on <Moment iso={at} />
      {withdrawn ? (
        <>
          , withdrawn on <Moment iso={withdrawn} />
        </>
      ) : null}
      {standing}. <Changes changes={changes} />
    </>
  );
}

function Changes({ changes }: Pick<DecisionView, "changes">) {
  if (changes === undefined) return null;
  if (changes.length === 0) return <>Nothing has changed since.</>;
  return (
    <>
      Changed since: <ChangeLinks changes={changes} />.
    </>
  );
}

/** What has changed, part by part, each with a link into the history. */
export const ChangeLinks = ({ changes }: { changes: NonNullable<DecisionView["changes"]> }) =>
  changes.map(({ words, to }, index) => (
    <Fragment key={words}>
      {index === 0 ? "" : ", "}
      {to ? <Link to={to}>{words}</Link> : words}
    </Fragment>
  ));
