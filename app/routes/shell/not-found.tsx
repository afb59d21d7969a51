import { NotFound } from "~/services/faults.server";
import { withVisitor } from "~/with-user.server";

export const loader = withVisitor(() => {
  throw new NotFound();
});

export const action = withVisitor(() => {
  throw new NotFound();
});

export default function NothingHere() {
  return null;
}
