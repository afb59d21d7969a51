import { Link } from "@remix-run/react";
import { editionInWords } from "#model/editions.ts";
import { upperFirst } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { shortDate } from "~/views/dates";
import type { EditionView } from "~/views/editions";

/** Says what has replaced an assessment and why, or which edition it is (docs/rules/editions.md#on-screen). */
export function EditionNotice({ edition }: { edition: EditionView | undefined }) {
  const { replacedBy, made } = edition ?? {};
  return (
    <>
      {replacedBy ? (
        <Callout kind="warning" title={`${upperFirst(editionInWords(replacedBy.number))} has replaced this one.`}>
          It was completed on {shortDate(replacedBy.date)}. Reason: <Reason text={replacedBy.reason} />{" "}
          <Link to={replacedBy.to} className="no-print">
            Open {editionInWords(replacedBy.number)}
          </Link>
        </Callout>
      ) : null}
      {made ? (
        <div className="no-print">
          <Callout kind="info" title={`This is ${editionInWords(made.number)}.`}>
            It was made from {editionInWords(made.from)}. Reason: <Reason text={made.reason} />{" "}
            <Link to={made.to}>Open {editionInWords(made.from)}</Link>
          </Callout>
        </div>
      ) : null}
    </>
  );
}

const Reason = ({ text }: { text: string }) => <span className="note-text">{text}</span>;

/** The way to a corrected edition: to make one, or to go on with the one that is open. */
export function EditionLink({ edition }: { edition: EditionView | undefined }) {
  const { make, open } = edition ?? {};
  if (make) return <Link to={make}>Make a corrected edition</Link>;
  return open ? <Link to={open.to}>Go on with {editionInWords(open.number)}</Link> : null;
}
