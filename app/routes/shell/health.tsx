/** The process is alive. Whether it can serve is another question. */
export function loader() {
  return Response.json({ status: "ok" });
}
