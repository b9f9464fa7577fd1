import { serveTasks } from '../../threads/serve-tasks.ts';
import { yieldToOthers } from '../../threads/yield-to-others.ts';
import type { ContentVerdict } from '../content/content-verdict.ts';
import { type ContentTask, judgeContent } from '../content/judge-content.ts';
import { type Blinding, blindWork } from '../rubric/blind-work.ts';
import { findQuotes, type QuoteSearch } from '../rubric/find-quotes.ts';
import type { Work } from '../rubric/work.ts';

export type JudgingTask = ContentTask;

/** The tasks of this thread. */
export type ReadingTask =
  | { kind: 'judge'; task: JudgingTask }
  | { kind: 'blind'; task: Blinding }
  | { kind: 'find-quotes'; task: QuoteSearch };

export type ReadingAnswer =
  | { kind: 'judge'; answer: ContentVerdict }
  | { kind: 'blind'; answer: Work }
  | { kind: 'find-quotes'; answer: boolean[] };

async function answerTo(asked: ReadingTask): Promise<ReadingAnswer> {
  const { kind } = asked;
  if (kind === 'judge') return { kind, answer: await judgeContent(asked.task) };
  if (kind === 'blind') return { kind, answer: blindWork(asked.task) };
  return { kind, answer: findQuotes(asked.task) };
}

yieldToOthers();
serveTasks(answerTo);
