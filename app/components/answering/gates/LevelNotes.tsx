import type { GatedStatement } from "#model/gates/gate.ts";
import { LevelNews, type LevelNewsProps } from "~/components/answering/gates/LevelNews";
import { Rich } from "~/components/shell/Rich";
import type { RichText } from "~/views/rich-text";

interface LevelNotesProps extends LevelNewsProps {
  gated: LevelNewsProps["gated"] & Pick<GatedStatement, "choice">;
  hint: RichText | undefined;
}

/** The news of a level, and what would reach it. */
export function LevelNotes({ hint, ...news }: LevelNotesProps) {
  const { choice } = news.gated;
  return (
    <>
      <LevelNews {...news} />
      {hint && choice !== undefined && choice > 0 ? (
        <p className="small side-line">
          <span className="muted">To reach this level:</span> <Rich text={hint} />
        </p>
      ) : null}
    </>
  );
}
