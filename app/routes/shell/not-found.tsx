import { anyone } from "~/answer.server";
import { NotFound } from "~/services/faults.server";

export const loader = anyone(() => {
  throw new NotFound();
});

export const action = anyone(() => {
  throw new NotFound();
});

export default function NothingHere() {
  return null;
}
