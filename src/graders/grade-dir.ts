/** Where a grading sandbox holds the task's grading files. The agent's own sandbox has no such folder. */
export const GRADE_DIR = '/grade';
