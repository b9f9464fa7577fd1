/** A line of what was measured, with what, and how. */
export type Fact = { label: string; value: string };
