/** What an attack found: whether the product held, and the figures that show it. */
export interface Finding {
  held: boolean;
  /** What was measured, in words and numbers, on one line. */
  figures: string;
}

/** One attack on a built instance, with bounded effort and on loopback only. It starts what it needs and stops it again. */
export interface Attack {
  /** What an attacker would try, as a sentence. */
  title: string;
  run(): Promise<Finding>;
}
