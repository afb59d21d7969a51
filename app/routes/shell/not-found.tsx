import { data } from "@remix-run/node";
import { anyone } from "~/answer.server";

export const loader = anyone(() => {
  throw data(null, { status: 404 });
});

export const action = loader;

export default function NotFound() {
  return null;
}
