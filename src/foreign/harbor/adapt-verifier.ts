import { compilePattern } from '../../base/compile-pattern.ts';
import { joinPackages, nameOf, noPackages, type Packages, packagesIn } from '../dockerfile/packages.ts';
import { type PlainCommand, shellCommands } from '../dockerfile/shell-commands.ts';
import { textFile, textOrNull } from '../drafting/file-text.ts';
import type { LossList } from '../drafting/loss-list.ts';
import type { Files } from '../foreign-format.ts';

/** A verifier that installs nothing, because there is no network where it runs, and what it would have installed. */
type AdaptedVerifier = { files: Files; packages: Packages };

const SCRIPT = /\.(?:sh|bash)$/;
/** The installer of uv, and what it leaves to be sourced. */
const GETS_UV =
  /^(?:curl\b(?=[^|;&]*\bastral\.sh\/uv\/)[^|;&]*\|\s*(?:env\s+\S+\s+)?(?:ba)?sh\b[^|;&]*|(?:source|\.)\s+"?\$\{?HOME\}?\/\.(?:local\/bin|cargo)\/env"?)$/;
const INSTALLERS = /^(?:apt|apt-get|pip3?|python3?|uv|npm)$/;
const UVX = /^uvx\s/;
/** A report for display, which needs a package that Debian does not have. */
const CTRF = /\s--ctrf(?:=|\s+)(?:"[^"]*"|'[^']*'|\S+)/g;
const RUNS_PYTEST = /\bpytest\b|\$\{?PYTEST\w*\}?/;
const OF_DEBIAN: Readonly<Record<string, string>> = { pytest: 'python3-pytest' };
const FOR_DISPLAY = new Set(['pytest-json-ctrf']);
/** Programs that every sandbox has. */
const THERE = new Set(['curl', 'python3', 'bash', 'jq', 'git', 'wget', 'ca-certificates']);
const IMPORTS_WORK = /\bsys\.path\b|\bimportlib\b|\bsubprocess\b|\brunpy\b|\bspawnSync\b|\bchild_process\b/;

/**
 * Scripts of verifiers usually begin by installing a test runner. These lines are taken out, and what they install belongs to
 * the environment. Lines that do anything else stay as they are.
 */
export function adaptVerifier(
  files: Files,
  { folder, workdir }: { folder: string; workdir: string },
  losses: LossList,
): AdaptedVerifier {
  const adapted = files.map((file) => {
    const text = SCRIPT.test(file.path) ? textOrNull(file.content) : null;
    if (text === null) return { file, packages: noPackages() };
    const script = adaptScript(text, (line, detail) => losses.changed(`${folder}${file.path}`, line, detail));
    return { file: textFile(file.path, script.text, file.executable), packages: script.packages };
  });
  const problems = problemsIn(workdir);
  for (const { path, content } of files) {
    const lines = (textOrNull(content) ?? '').split('\n');
    for (const { pattern, detail } of problems) {
      const at = lines.findIndex((line) => pattern(line));
      if (at !== -1) losses.incomplete(`${folder}${path}`, at + 1, detail);
    }
  }
  return {
    files: adapted.map(({ file }) => file),
    packages: joinPackages(adapted.map(({ packages }) => packages)),
  };
}

type Problem = { pattern: (line: string) => boolean; detail: string };

/** What a grader cannot do, or should not. Only the first place of each in a file is named. */
function problemsIn(workdir: string): Problem[] {
  const place = `["']?(?:${workdir.replace(/[^\w/-]/g, '\\$&')}|/workspace)/`;
  const runs = compilePattern(
    `(?:\\b(?:bash|sh|python3?|node|source|exec)\\s+|^\\s*|\\$\\(|&&\\s*|\\|\\|\\s*)${place}`,
  );
  const writes = compilePattern(`>>?\\s*${place}`);
  return [
    { pattern: (line) => IMPORTS_WORK.test(line) || runs.test(line), detail: MAY_RUN_WORK },
    { pattern: (line) => writes.test(line), detail: 'Graders can only read the workspace.' },
  ];
}

const MAY_RUN_WORK =
  "If this runs or imports the agent's work, that work decides about itself. Start it with as-agent (docs/hostile-workspaces.md).";

type Note = (line: number, detail: string) => void;

function adaptScript(text: string, note: Note): { text: string; packages: Packages } {
  const lines = text.split('\n');
  const adapted: string[] = [];
  const found: Packages[] = [];
  let document: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    let line = lines[at] ?? '';
    if (document === null)
      while (line.endsWith('\\') && at + 1 < lines.length) line += `\n${lines[++at] ?? ''}`;
    const change: Change | null = document === null ? changeOf(line) : null;
    document = documentAfter(line, document);
    if (change === null) {
      adapted.push(line);
      continue;
    }
    note(first + 1, change.detail);
    found.push(change.packages);
    adapted.push(change.line);
  }
  return { text: adapted.join('\n'), packages: joinPackages(found) };
}

/** The word that ends the here-document that is open after a line. */
function documentAfter(line: string, open: string | null): string | null {
  if (open !== null) return line.trim() === open ? null : open;
  return /<<-?\s*["']?([A-Za-z_]\w*)/.exec(line)?.[1] ?? null;
}

type Change = { line: string; detail: string; packages: Packages };

function changeOf(source: string): Change | null {
  const indent = /^\s*/.exec(source)?.[0] ?? '';
  const plain = source.replaceAll(/\\\n\s*/g, ' ').trim();
  if (plain === '' || plain.startsWith('#')) return null;
  return uvx(plain, indent) ?? pytest(source) ?? installing(plain, indent);
}

/** A line may be the only one of an `if`, so that something has to stand there. */
function installing(plain: string, indent: string): Change | null {
  const line = `${indent}true`;
  if (GETS_UV.test(plain)) return { line, detail: 'uv is not needed.', packages: noPackages() };
  const commands = shellCommands(plain);
  const packages = commands.map(packagesIn).filter((one) => one !== null);
  if (!commands.every(isInstaller) || packages.length < commands.length) return null;
  const installed = declared(joinPackages(packages));
  const detail = `This line only installs something and is left out.${replacedBy(installed)}`;
  return { line, detail, packages: installed };
}

function isInstaller(command: PlainCommand): boolean {
  const [first = '', second = ''] = command ?? [];
  return INSTALLERS.test(first === 'sudo' ? second : first);
}

function replacedBy({ debian, pip, npm }: Packages): string {
  const names = [...debian, ...pip, ...npm].join(', ');
  return names === '' ? '' : ` The environment has ${names} instead.`;
}

/** What Debian has comes from there: it needs no other registry, and is there for the whole machine. */
function declared({ debian, pip, npm }: Packages): Packages {
  const names = pip.filter((one) => !FOR_DISPLAY.has(nameOf(one)));
  return {
    debian: [
      ...debian.filter((name) => !THERE.has(name)),
      ...names.flatMap((one) => OF_DEBIAN[nameOf(one)] ?? []),
    ],
    pip: names.filter((one) => OF_DEBIAN[nameOf(one)] === undefined),
    npm,
  };
}

/** `uvx --with pytest==8.4.1 pytest …` runs a program of a package in an environment of its own. */
function uvx(plain: string, indent: string): Change | null {
  if (!UVX.test(plain)) return null;
  const words = plain.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const pip: string[] = [];
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^(?:-w|--with)$/.test(word)) pip.push(words[++at] ?? '');
    else if (/^(?:-p|--python|--from|--index-url)$/.test(word)) at += 1;
    else if (word.startsWith('--with=')) pip.push(word.slice('--with='.length));
    else if (!word.startsWith('-')) break;
  }
  const rest = words.slice(at).join(' ');
  if (!/^pytest(?:\s|$)/.test(rest)) return null;
  const named = pip.map((name) => name.replace(/^(["'])(.*)\1$/, '$2'));
  const packages = declared({
    ...noPackages(),
    pip: ['pytest', ...named.filter((name) => nameOf(name) !== 'pytest')],
  });
  const detail = `uvx is replaced by Debian's pytest, without --ctrf.${replacedBy(packages)}`;
  return { line: `${indent}python3 -m ${rest}`.replaceAll(CTRF, ''), detail, packages };
}

function pytest(source: string): Change | null {
  const line = source.replaceAll(CTRF, '');
  if (!RUNS_PYTEST.test(source) || line === source) return null;
  const packages = { ...noPackages(), debian: ['python3-pytest'] };
  return {
    line: source.replaceAll(CTRF, ''),
    detail: "Debian's pytest has no --ctrf, which is for display.",
    packages,
  };
}
