import { Link } from "@remix-run/react";
import { ContentsLink } from "~/components/results/Contents";
import type { Finding } from "~/views/result";
import styles from "./Result.module.css";

/** What the result says, in a few sentences (docs/rules/results-and-files.md#at-a-glance). @param shown false on another tab; paper has it */
export function Findings({ findings, shown, result }: { findings: readonly Finding[]; shown: boolean; result: string }) {
  if (findings.length === 0) return null;
  return (
    <section className={`form-grid ${styles.findings} ${shown ? "" : styles.printOnly}`} aria-label="At a glance">
      {findings.map(({ title, text, more }) => (
        <div key={title} className="stack-close">
          <h2>{title}</h2>
          {text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {more ? (
            <p className="small no-print">
              {more.href.startsWith("#") ? (
                <ContentsLink id={more.href.slice(1)}>{more.label}</ContentsLink>
              ) : (
                <Link to={`${result}${more.href}`}>{more.label}</Link>
              )}
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}
