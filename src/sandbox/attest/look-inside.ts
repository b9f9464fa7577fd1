import { PRINT_FILES, parseSections } from '../bytes/sections.ts';
import type { Launch } from '../docker/launch.ts';

/** What a sandbox shows to a process that is started in it just as the agent's commands are. */
export type InsideView = {
  /** Texts of kernel and configuration files, by path; unreadable files are left out. */
  files: ReadonlyMap<string, string>;
  /** Names in the folder in which the agent looks for skills. */
  skills: readonly string[];
  /** The inspected paths that exist. */
  present: readonly string[];
  variables: readonly string[];
  /** What the kernel said about a connection to each address. */
  connections: ReadonlyMap<string, string>;
  /** The kernel's response to each call that has to be refused: the error number, 0 for none. */
  calls: ReadonlyMap<string, number>;
};

export type Question = {
  env: Readonly<Record<string, string>>;
  skillsDir: string;
  files: readonly string[];
  paths: readonly string[];
  /** In the form `address/port`. */
  addresses: readonly string[];
};

/**
 * Without a route every attempt fails at once; with one it may hang, and then the
 * whole inspection takes this long.
 */
const LOOK_LIMIT_SECONDS = 30;

const SCRIPT = `${PRINT_FILES}
shopt -s nullglob dotglob
dir=$1; shift
take() { taken=(); while [[ $1 != -- ]]; do taken+=("$1"); shift; done; }
take "$@"; shift $(( \${#taken[@]} + 1 )); print_files "\${taken[@]}"
take "$@"; shift $(( \${#taken[@]} + 1 )); printf '== present\\n'
for path in "\${taken[@]}"; do [[ -e $path || -L $path ]] && printf '%s\\n' "$path"; done
printf '== skills\\n'; for path in "$dir"/*; do printf '%q\\n' "\${path##*/}"; done
printf '== variables\\n'; compgen -e
for address; do printf '== connection %s\\n' "$address"; { : >"/dev/tcp/$address"; } 2>&1 && echo connected; done
printf '== calls\\n'; /usr/bin/perl /usr/local/lib/assay/try-calls.pl "$HOSTTYPE"
printf '== end\\n'
`;

/**
 * Uses one process for everything that the engine has to start, because each costs tens of
 * milliseconds. Anything that the script did not get to print is missing from the view, and no claim
 * holds because of what is missing.
 */
export async function lookInside(launch: Launch, question: Question): Promise<InsideView> {
  const { env, skillsDir, files, paths, addresses } = question;
  const limit = ['/usr/bin/timeout', `${LOOK_LIMIT_SECONDS}`, '/usr/bin/env', 'LC_ALL=C'];
  const lists = [...files, '--', ...paths, '--', ...addresses];
  const argv = [...limit, '/bin/bash', '-c', SCRIPT, 'look-inside', skillsDir, ...lists];
  const { stdout } = await launch({ argv, env });
  return viewOf(parseSections(stdout.toString()));
}

export function viewOf(sections: ReadonlyMap<string, string>): InsideView {
  const connections = [...sections].filter(([name]) => name.startsWith('connection '));
  return {
    files: sections,
    skills: linesOf(sections, 'skills'),
    present: linesOf(sections, 'present'),
    variables: linesOf(sections, 'variables'),
    connections: new Map(connections.map(([name, said]) => [name.slice('connection '.length), said])),
    calls: new Map(linesOf(sections, 'calls').map(callOf)),
  };
}

function callOf(line: string): [name: string, error: number] {
  const end = line.lastIndexOf(' ');
  return [line.slice(0, end), Number(line.slice(end + 1))];
}

function linesOf(sections: ReadonlyMap<string, string>, name: string): string[] {
  return (sections.get(name) ?? '').split('\n').filter((line) => line !== '');
}
