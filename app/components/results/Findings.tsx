import { Link } from "@remix-run/react";
import type { Finding } from "~/views/report";

/** What the result says, in a few sentences (docs/rules/results-and-files.md#at-a-glance). @param shown false on another tab; paper has it */
export function Findings({ findings, shown, result }: { findings: readonly Finding[]; shown: boolean; result: string }) {
  if (findings.length === 0) return null;
  return (
    <section className={`findings ${shown ? "" : "print-only"}`} aria-label="At a glance">
      {findings.map(({ title, text, more }) => (
        <div key={title} className="finding">
          <h2>{title}</h2>
          {text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {more ? (
            <p className="small no-print">
              {more.href.startsWith("#") ? <a href={more.href}>{more.label}</a> : <Link to={`${result}${more.href}`}>{more.label}</Link>}
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}
