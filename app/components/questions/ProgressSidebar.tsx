import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { Status, type StatusWord } from "~/components/shell/Status";
import type { ThreadPage } from "~/view";

const WORDS: Record<ThreadPage["sidebar"]["perspectives"][number]["threads"][number]["state"], StatusWord> = {
  answered: "Answered",
  started: "In progress",
  descoped: "Descoped",
  "not started": "Not started",
};

interface ProgressSidebarProps {
  sidebar: ThreadPage["sidebar"];
  perspectiveCode: string;
  threadCode: string;
  summary: string;
}

/** Progress by perspective and thread with the overall score; every thread is one link away (specification C2). */
export function ProgressSidebar({ sidebar, perspectiveCode, threadCode, summary }: ProgressSidebarProps) {
  return (
    <nav className="panel stack-tight" aria-label="Progress">
      <div className="row row-between">
        <span>
          Overall score <strong className="number">{formatScore(sidebar.overall)}</strong>
        </span>
        <Link to={summary} className="small">
          Summary
        </Link>
      </div>
      <progress value={sidebar.answered} max={sidebar.total} aria-label="Threads answered" />
      <span className="small muted">
        {sidebar.answered} of {sidebar.total} threads answered
      </span>
      {sidebar.perspectives.map((perspective) => (
        <details key={perspective.id} className="perspective-group" open={perspective.code === perspectiveCode}>
          <summary>
            {perspective.name} <Status word={perspective.state} />
          </summary>
          <ul className="thread-list">
            {perspective.threads.map((thread) => (
              <li key={thread.id}>
                <Link
                  to={thread.href}
                  aria-current={perspective.code === perspectiveCode && thread.code === threadCode ? "page" : undefined}
                >
                  <Status word={WORDS[thread.state]} iconOnly />
                  <span>{thread.name}</span>
                  <span className="number">{thread.state === "answered" && thread.score !== null ? thread.score : ""}</span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
