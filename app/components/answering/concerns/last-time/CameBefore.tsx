import { Link } from "@remix-run/react";
import type { Since } from "#model/again.ts";
import { counted } from "#model/words.ts";
import type { BeforeView } from "~/views/answering/previous";

interface CameBeforeProps {
  before: BeforeView;
  /** Of the whole assessment, with what is on the screen. */
  counts: Since | undefined;
}

/** Which assessment came before, and how many answers are as then, in a short line. */
export function CameBefore({ before: { name, href, nothing }, counts }: CameBeforeProps) {
  return (
    <p className="small muted">
      <Link to={href}>{name}</Link>
      {counts
        ? `: ${counted(counts.confirmed, "answer is", "answers are")} the same, ${counts.changed} changed`
        : ` came before. ${nothing}`}
    </p>
  );
}
