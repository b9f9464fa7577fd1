import { serveTasks } from '../../threads/serve-tasks.ts';
import { yieldToOthers } from '../../threads/yield-to-others.ts';
import { type ContentTask, judgeContent } from './judge-content.ts';

/** The task of this thread. */
export type JudgingTask = ContentTask;

yieldToOthers();
serveTasks((task: JudgingTask) => judgeContent(task));
