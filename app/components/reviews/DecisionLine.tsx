import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { DecisionView } from "~/views/peer-review";

/** A decision in words, with what has changed since. */
export function DecisionLine({ decision: { words, changes } }: { decision: DecisionView }) {
  return (
    <>
      {words}. <Changes changes={changes} />
    </>
  );
}

function Changes({ changes }: Pick<DecisionView, "changes">) {
  if (changes === undefined) return null;
  if (changes.length === 0) return <>Nothing has changed since.</>;
  return (
    <>
      Changed since:{" "}
      {changes.map(({ words, to }, index) => (
        <Fragment key={words}>
          {index === 0 ? "" : ", "}
          {to ? <Link to={to}>{words}</Link> : words}
        </Fragment>
      ))}
      .
    </>
  );
}
