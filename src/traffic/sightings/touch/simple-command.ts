/** One simple command of a command line. */
export type SimpleCommand = {
  words: string[];
  after: Connector;
  /** Files that its input comes from. */
  inputs: string[];
  /** Files and descriptors that its output goes to. */
  outputs: string[];
  /** The text of its here-document or here-string. */
  document: string;
  /** Command lines inside it, whose output becomes part of it. */
  nested: SimpleCommand[][];
  /** Its output becomes the arguments of another one, through `xargs`. */
  isFeeding: boolean;
};

/**
 * The connector to the previous command: `;` for anything that runs both, `group` for a parenthesis. A command with a
 * quote or bracket that nothing closes is `unclosed`: a shell runs none of it.
 */
export type Connector = ';' | '&&' | '||' | '|' | 'group' | 'unclosed';

/** A command that was given as a list of its words. */
export function commandOf(words: readonly string[]): SimpleCommand {
  return { ...emptyCommand(';'), words: [...words] };
}

export function emptyCommand(after: Connector): SimpleCommand {
  return { words: [], after, inputs: [], outputs: [], document: '', nested: [], isFeeding: false };
}
