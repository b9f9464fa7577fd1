import type { User } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { compilePattern } from '../base/compile-pattern.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { finalAnswers } from '../contracts/transcript.ts';
import type { GatewaySession } from '../gateway/gateway.ts';
import type { FileTree, Sandbox, SandboxFile } from '../sandbox/sandbox.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { SaidTurn } from '../traffic/said-turn.ts';
import type { PlannedTurn } from './trial-setup.ts';

export const TURN_UNANSWERED = 'it ended its turn without an answer to the user';
export const WAITS_FOR_TOOL = 'it ended while its model waited for the result of a tool';

type TrafficSoFar = Pick<ReadTrial, 'transcript' | 'waitsForTool' | 'hasAnswered'>;

type Options = {
  sandbox: Pick<Sandbox, 'stopProcesses' | 'putFiles' | 'readTree'>;
  session: Pick<GatewaySession, 'betweenTurns' | 'sinceStartMs'>;
  /** Whether a limit of the trial is reached, so that the agent may not go on. */
  isOver: () => boolean;
  /** Reads the traffic up to now, in which the user has said this much. */
  readSoFar: (said: readonly SaidTurn[]) => Promise<TrafficSoFar>;
};

/**
 * The user of a task, who goes down a list of turns: each time that the agent has ended its turn, the first of the rest that applies
 * is said, and those before it are skipped. What the agent answered is read from its traffic. Nothing of it runs meanwhile, so
 * that nothing can interfere with what arrives.
 */
export class TaskUser implements User {
  readonly said: SaidTurn[] = [];
  readonly #rest: PlannedTurn[];
  readonly #options: Options;
  readonly #taken: PlannedTurn[] = [];
  readonly #arrived: FileTree[] = [];

  constructor(turns: readonly PlannedTurn[], options: Options) {
    this.#rest = [...turns];
    this.#options = options;
  }

  /** The turns that were said, in their order: others were skipped. */
  get taken(): readonly PlannedTurn[] {
    return this.#taken;
  }

  /** The files that have arrived, as they were put there. */
  get arrived(): readonly FileTree[] {
    return this.#arrived;
  }

  async next(): Promise<string | null> {
    const { session, isOver } = this.#options;
    if (this.#rest.length === 0 || isOver()) return null;
    const turn = await session.betweenTurns(() => this.#answer());
    if (turn === null) return null;
    this.said.push({ text: turn.say, atMs: session.sinceStartMs() });
    this.#taken.push(turn);
    return turn.say;
  }

  async #answer(): Promise<PlannedTurn | null> {
    const { sandbox, readSoFar } = this.#options;
    await sandbox.stopProcesses();
    const turn = this.#takeTurn(lastWords(await readSoFar(this.said)));
    if (turn === null) return null;
    if (turn.files.length > 0) this.#arrived.push(await putInPlace(turn.files, sandbox));
    return turn;
  }

  /** Whatever runs in the sandbox can ask the model too, but cannot choose what the user says. */
  #takeTurn(answers: readonly string[]): PlannedTurn | null {
    const places = new Set(answers.map((answer) => this.#rest.findIndex((turn) => applies(turn, answer))));
    if (places.size > 1) throw crash('nobody can tell which of several answers to the user is its own');
    const [place = -1] = places;
    const [turn = null] = place === -1 ? [] : this.#rest.splice(0, place + 1).slice(-1);
    return turn;
  }
}

function applies({ when }: PlannedTurn, answer: string): boolean {
  return when === undefined || compilePattern(when).test(answer);
}

function lastWords({ transcript, waitsForTool, hasAnswered }: TrafficSoFar): readonly string[] {
  if (waitsForTool) throw crash(WAITS_FOR_TOOL);
  if (!hasAnswered) throw crash(TURN_UNANSWERED);
  const answers = finalAnswers(transcript);
  return answers.length === 0 ? [''] : answers;
}

function crash(problem: string): AssayError {
  return new AssayError('AGENT_CRASHED', problem);
}

/** Returns the files as they are, with the folders that were made for them. */
async function putInPlace(
  files: readonly SandboxFile[],
  sandbox: Pick<Sandbox, 'putFiles' | 'readTree'>,
): Promise<FileTree> {
  const paths = files.map(({ path }) => path);
  const folders = [...new Set(paths.flatMap(foldersOf))];
  const { entries } = await sandbox.readTree([], folders);
  const kept = new Set(entries.filter(({ kind }) => kind === 'directory').map(({ path }) => path));
  await sandbox.putFiles(files);
  const tree = await sandbox.readTree([], [...folders.filter((path) => !kept.has(path)), ...paths]);
  if (tree.isComplete && tree.absent.length === 0) return tree;
  throw new AssayError('SANDBOX_FAILED', 'Files that were put into the workspace are not there.');
}

/** The folders of a path below the workspace. */
function foldersOf(path: string): string[] {
  const parts = path
    .slice(WORKSPACE.length + 1)
    .split('/')
    .slice(0, -1);
  return parts.map((_, index) => [WORKSPACE, ...parts.slice(0, index + 1)].join('/'));
}
