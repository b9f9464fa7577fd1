import type { ScoringParameters } from '../contracts/parameters.ts';

/** Options that come before every command. */
export type GlobalOptions = { results?: string; debug?: boolean };

export type ScoringOptions = Partial<ScoringParameters>;
