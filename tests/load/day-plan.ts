/** A working day, an hour of which passes in a minute: how many are at work, and what they do together. */

export interface Hour {
  /** When it begins, such as 9. */
  at: number;
  /** The part of all people who are at work, from 0 to 1. */
  atWork: number;
  /** Whether everybody at work exports a result in its first half. */
  exports?: boolean;
}

/** Nearly everybody comes at nine, within a quarter of an hour, leaves for lunch, and exports results at five. */
export const DAY: readonly Hour[] = [
  { at: 8, atWork: 0.2 },
  { at: 9, atWork: 1 },
  { at: 10, atWork: 1 },
  { at: 11, atWork: 1 },
  { at: 12, atWork: 0.1 },
  { at: 13, atWork: 0.8 },
  { at: 14, atWork: 1 },
  { at: 15, atWork: 1 },
  { at: 16, atWork: 1 },
  { at: 17, atWork: 1, exports: true },
];

/** How many of all people are at work in an hour. */
export const atWorkIn = ({ atWork }: Hour, people: number): number => Math.round(atWork * people);

/** When somebody does what all do in an hour: evenly spread over a part of it. @returns from 0 to `part`, as a part of the hour */
export const momentOf = (index: number, people: number, part: number): number => (index / people) * part;
