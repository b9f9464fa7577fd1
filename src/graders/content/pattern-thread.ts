import { compilePattern } from '../../base/compile-pattern.ts';
import { serveTasks } from '../../threads/serve-tasks.ts';
import { yieldToOthers } from '../../threads/yield-to-others.ts';

/** A grader's pattern, and the bytes of the file that it is matched against. */
export type MatchTask = { pattern: string; content: Uint8Array };

yieldToOthers();
serveTasks(({ pattern, content }: MatchTask): boolean =>
  compilePattern(pattern).test(new TextDecoder().decode(content)),
);
