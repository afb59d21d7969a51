import type { ReactNode } from "react";
import styles from "./Notice.module.css";

/** A page that says one thing: an error, a question before signing in, the end of a session. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <main className={`stack ${styles.notice}`} id="content">
      {children}
    </main>
  );
}
