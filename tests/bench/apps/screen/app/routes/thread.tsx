import { useLoaderData } from "@remix-run/react";
import { ThreadScreen } from "~/components/questions/ThreadScreen";
import { inlined } from "../inlined.server";

export function loader() {
  return { thread: inlined.thread };
}

export default function Thread() {
  const { thread } = useLoaderData<typeof loader>();
  return <ThreadScreen thread={thread} was={null} confirm={null} result={undefined} />;
}
