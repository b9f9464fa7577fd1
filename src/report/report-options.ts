/** For the formats that are read on a terminal. Where the text goes is known to the caller alone. */
export type ReportOptions = {
  colour: boolean;
  /** Width to stay within. What is longer wraps. */
  columns: number;
};
