import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ScriptedTurn } from '../../src/contracts/script.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

type ToolCall = ScriptedTurn['call'][number];
type HostFile = { path: string; content: string | Uint8Array; executable: boolean };

const PLACES = /(?<![\w/])\/(workspace|skills|home\/agent|var\/reports|tmp)\b/g;

export type ToolRun = ToolCall & { output: string; exitCode: number };

/**
 * Folders of this machine in the place of a sandbox's: it shows what scripts do, and keeps nothing in. Only for what
 * comes with the project.
 */
export class HostSandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'assay-host-'));

  constructor(files: readonly HostFile[]) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    for (const folder of ['workspace', 'home/agent', 'tmp', 'bin']) {
      mkdirSync(join(this.root, folder), { recursive: true });
    }
    this.add(files);
  }

  add(files: readonly HostFile[]): void {
    for (const { path, content, executable } of files) {
      mkdirSync(dirname(this.place(path)), { recursive: true });
      writeFileSync(this.place(path), content);
      if (executable) chmodSync(this.place(path), 0o755);
    }
  }

  /** Where a path of the sandbox lies on this machine. */
  place(path: string): string {
    return join(this.root, resolve('/workspace', path));
  }

  read(path: string): string | null {
    return existsSync(this.place(path)) ? readFileSync(this.place(path), 'utf8') : null;
  }

  run(command: string): { output: string; exitCode: number } {
    const mapped = command.replaceAll(PLACES, (place) => join(this.root, place));
    const env = { PATH: `${join(this.root, 'bin')}:${process.env['PATH']}`, HOME: this.place('/home/agent') };
    const options = { cwd: this.place('/workspace'), env, encoding: 'utf8', timeout: PATIENCE_MS } as const;
    const { stdout, stderr, status, error } = spawnSync('bash', ['-c', mapped], options);
    if (error !== undefined) throw error;
    return { output: `${stdout}${stderr}[exit code ${status}]`, exitCode: status ?? -1 };
  }

  /** Carries out the tool calls of the turns as a scripted model makes them. */
  play(turns: readonly ScriptedTurn[]): ToolRun[] {
    const runs: ToolRun[] = [];
    for (const { when, call } of turns) {
      const last = runs.at(-1)?.output ?? '';
      if (when !== undefined && !new RegExp(when, 'mu').test(last)) continue;
      runs.push(...call.map((one) => ({ ...one, ...this.#callTool(one) })));
    }
    return runs;
  }

  #callTool({ tool, input }: ToolCall): { output: string; exitCode: number } {
    const text = (name: string) => String(input[name]);
    switch (tool) {
      case 'bash':
        return this.run(text('command'));
      case 'read_file':
        return found(this.read(text('path')));
      case 'skill':
        return found(this.read(`/skills/${text('name')}/SKILL.md`));
      case 'write_file':
        this.add([{ path: text('path'), content: text('content'), executable: false }]);
        return { output: '', exitCode: 0 };
      default:
        throw new Error(`a script calls the tool ${tool}, which no agent has`);
    }
  }
}

function found(text: string | null): { output: string; exitCode: number } {
  return text === null ? { output: 'not found', exitCode: 1 } : { output: text, exitCode: 0 };
}
