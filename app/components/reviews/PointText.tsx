import type { ReactNode } from "react";
import { Moment } from "~/components/shell/Moment";
import type { PointView } from "~/views/peer-review";

interface PointTextProps {
  point: PointView;
  /** What it is about, where the page does not say so. */
  about?: ReactNode;
}

/** What a colleague wrote, how it stands, and the replies. */
export function PointText({ point: { by, at, text, settled, replies }, about }: PointTextProps) {
  return (
    <>
      <p className="small muted">
        {about ? <>{about} · </> : null}
        {by}, <Moment iso={at} />
        {settled ? (
          <>
            {" "}
            · settled by {settled.by}, <Moment iso={settled.at} />
          </>
        ) : (
          " · open"
        )}
      </p>
      <p className="note-text">{text}</p>
      {replies.length > 0 ? (
        <ul className="side-line plain-list stack-tight">
          {replies.map((reply, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replies are only added at the end
            <li key={index}>
              <p className="small muted">
                {reply.by}, <Moment iso={reply.at} />
              </p>
              <p className="note-text">{reply.text}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
