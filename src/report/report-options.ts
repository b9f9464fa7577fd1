/** Options of the formats that are read on a terminal. Only the caller knows where the text goes. */
export type ReportOptions = {
  colour: boolean;
  /** The width to stay within. Longer lines wrap. */
  columns: number;
};
