import { ExitIcon } from "@radix-ui/react-icons";
import { Form, Link, NavLink, useLocation } from "@remix-run/react";
import { paths } from "~/paths";

/** The navigation on top of every screen (specification A2). */
export function TopBar({ allAssessments }: { allAssessments: boolean }) {
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="topbar">
        <div className="topbar-inner">
          <Link className="brand" to={paths.home()}>
            <img src="/favicon.svg" alt="" />
            Maturity Assessment Tool
          </Link>
          <nav aria-label="Main">
            <NavLink className="nav-link" to={paths.home()} end>
              Home
            </NavLink>
            <NavLink className="nav-link" to={paths.organizationCreate()} end>
              Create new organisation
            </NavLink>
            {allAssessments ? (
              <NavLink className="nav-link" to={paths.allAssessments()}>
                All Assessments
              </NavLink>
            ) : null}
            <Form method="post" action={paths.signOut()} reloadDocument>
              <input type="hidden" name="from" value={pathname} />
              <button type="submit" className="nav-link">
                <ExitIcon className="icon" aria-hidden />
                Log out
              </button>
            </Form>
          </nav>
        </div>
      </header>
    </>
  );
}
