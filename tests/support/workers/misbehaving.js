// Tasks that behave as no task should.
export const echo = (value) => value;
export const hoard = () => {
  const hoarded = [];
  for (;;) hoarded.push(new Array(1_000).fill(hoarded.length));
};
export const spin = () => {
  for (;;);
};
export const fail = () => {
  throw new Error("A fault in the task.");
};
export const exit = () => process.exit(7);
/** Goes on once the shared number is 1. */
export const wait = (shared) => {
  Atomics.wait(shared, 0, 0);
  return "done";
};
