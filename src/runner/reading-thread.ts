import { serveTasks } from '../base/serve-tasks.ts';
import { readRecorded } from '../traffic/read-recorded.ts';

serveTasks(readRecorded);
