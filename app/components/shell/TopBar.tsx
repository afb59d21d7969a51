import { Form, Link, NavLink, useLocation } from "@remix-run/react";
import { Icon } from "~/components/shell/Icon";
import { paths } from "~/views/paths";
import { PRODUCT, STATEMENTS_ID } from "~/views/shell";
import styles from "./TopBar.module.css";

interface TopBarProps {
  /** The signed-in user; undefined when the page does not know it. */
  user: { email: string; firstName: string | null } | undefined;
  allAssessments: boolean;
  /** Whether the user may create organizations. */
  mayCreate: boolean;
  /** Whether the screen has statements to answer; no error page has. */
  hasStatements?: boolean;
}

/** The navigation at the top of every screen (docs/rules/navigation-and-home.md#navigation). */
export function TopBar({ user, allAssessments, mayCreate, hasStatements = false }: TopBarProps) {
  const { pathname } = useLocation();
  return (
    <>
      <a className={`panel visually-hidden ${styles.skip} no-print`} href="#content">
        Skip to the content
      </a>{" "}
      {hasStatements ? (
        <a className={`panel visually-hidden ${styles.skip} no-print`} href={`#${STATEMENTS_ID}`}>
          Skip to the first statement
        </a>
      ) : null}
      <header className={`${styles.topbar} no-print`}>
        <div className={`column row ${styles.topbarInner}`}>
          <Brand />
          <nav aria-label="Main">
            <div className={`row row-close ${styles.topbarLinks}`}>
              <NavLink className="nav-link" to={paths.home()} end>
                <Icon name="Home" />
                Home
              </NavLink>
              {mayCreate ? (
                <NavLink className="nav-link" to={paths.organizationCreate()} end>
                  <Icon name="Plus" />
                  Create new organisation
                </NavLink>
              ) : null}
              {allAssessments ? (
                <NavLink className="nav-link" to={paths.allAssessments()}>
                  <Icon name="ListBullet" />
                  All Assessments
                </NavLink>
              ) : null}
            </div>
            <div className="row to-end">
              {user ? (
                <span className={`${styles.topbarUser} small`} title={`Signed in as ${user.email}`}>
                  {user.firstName?.trim() || user.email}
                </span>
              ) : null}
              <Form method="post" action={paths.signOut()} reloadDocument>
                <input type="hidden" name="from" value={pathname} />
                <button type="submit" className="nav-link">
                  <Icon name="Exit" />
                  Log out
                </button>
              </Form>
            </div>
          </nav>
        </div>
      </header>
    </>
  );
}

/** The bar of pages without navigation: the product's name, linked to the home screen. */
export const BrandBar = () => (
  <header className={`${styles.topbar} no-print`}>
    <div className={`column row ${styles.topbarInner}`}>
      <Brand />
    </div>
  </header>
);

/** The foot of pages of somebody whom a team asks, and who has no home screen: the product's name. */
export const BrandFoot = () => (
  <footer className="column no-print">
    <p className="small muted">{PRODUCT}</p>
  </footer>
);

const Brand = () => (
  <Link className={`nav-link ${styles.brand}`} to={paths.home()}>
    <img src="/favicon.svg" alt="" width={26} height={26} />
    {PRODUCT}
  </Link>
);
