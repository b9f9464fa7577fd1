// This table feeds the command line. It loads nothing that renders, because help needs it with every command.

type FormatDescription = { name: string; extension: string };

export type ScorecardFormatDescription = FormatDescription & {
  /** Whether it is written to the folder of each run, and sealed with it. */
  isPublished: boolean;
};

/** The formats of `assay report --format`. */
export const SCORECARD_FORMATS = [
  { name: 'terminal', extension: 'txt', isPublished: false },
  { name: 'json', extension: 'json', isPublished: true },
  { name: 'html', extension: 'html', isPublished: true },
] as const satisfies readonly ScorecardFormatDescription[];

export type CheckFormatDescription = FormatDescription & {
  /**
   * Whether rendering each report by itself, one after the other, gives the same text as rendering them
   * together.
   */
  isStream: boolean;
  /** The help of its option, which has its name. The first format has no option. */
  help: string | null;
};

/** The formats of `assay check`, the default first. */
export const CHECK_FORMATS = [
  { name: 'terminal', extension: 'txt', isStream: false, help: null },
  { name: 'json', extension: 'json', isStream: false, help: 'print the reports as JSON' },
  {
    name: 'jsonl',
    extension: 'jsonl',
    isStream: true,
    help: 'print each report as a line of JSON, as soon as it is ready',
  },
  {
    name: 'sarif',
    extension: 'sarif',
    isStream: false,
    help: 'print SARIF 2.1.0, for code scanning',
  },
  {
    name: 'markdown',
    extension: 'md',
    isStream: false,
    help: 'print Markdown, for the comment of a pull request',
  },
] as const satisfies readonly CheckFormatDescription[];

export type ScorecardFormatName = (typeof SCORECARD_FORMATS)[number]['name'];
export type CheckFormatName = (typeof CHECK_FORMATS)[number]['name'];
