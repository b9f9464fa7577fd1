export type Language =
  | 'bash'
  | 'python'
  | 'javascript'
  | 'typescript'
  | 'tsx'
  | 'powershell'
  | 'markup'
  | 'data'
  | 'other';

/** Names that authors write after a fence, and file extensions. */
const LANGUAGES: Readonly<Record<Language, string>> = {
  bash: 'bash sh shell zsh ksh dash console terminal shell-session shellsession command bat-sh fish bashrc',
  python: 'python py python3 py3 pyw ipython',
  javascript: 'javascript js mjs cjs jsx node',
  typescript: 'typescript ts mts cts',
  tsx: 'tsx',
  powershell: 'powershell pwsh ps1 psm1 ps batch bat cmd dos vbs',
  markup: 'html htm svg xml xhtml vue svelte',
  data: 'yaml yml json jsonc json5 toml ini env properties hcl tf csv tsv plist',
  other:
    'ruby rb perl pl php go golang rust rs java kotlin kt swift c cpp cs csharp lua r scala groovy tcl applescript osascript scpt dart ex exs makefile mk dockerfile awk sed vim',
};

const BY_NAME = new Map(
  Object.entries(LANGUAGES).flatMap(([language, names]) =>
    names.split(' ').map((name): [string, string] => [name, language]),
  ),
);

export function languageNamed(name: string): Language | null {
  const language = BY_NAME.get(name.toLowerCase());
  return isLanguage(language) ? language : null;
}

function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(LANGUAGES, name);
}

const SHEBANGS: readonly [RegExp, Language][] = [
  [/^#![^\n]{0,60}\b(?:ba|z|da|k|a)?sh\b/, 'bash'],
  [/^#![^\n]{0,60}\b(?:python|uv\b)/, 'python'],
  [/^#![^\n]{0,60}\b(?:tsx|ts-node|deno)\b/, 'typescript'],
  [/^#![^\n]{0,60}\b(?:node|bun)\b/, 'javascript'],
  [/^#![^\n]{0,60}\b(?:pwsh|powershell)\b/, 'powershell'],
  [/^#!/, 'other'],
];

/**
 * The languages that a file may be run or read in: by its first line, which counts if it is started itself, and
 * by its name. None if neither says.
 */
export function languagesOfFile(path: string, text: string): Language[] {
  const languages = [languageOfShebang(text), languageOfName(path)].filter((language) => language !== null);
  const code = languages.filter(isCode);
  return [...new Set(code.length === 0 ? languages : code)];
}

export function isCode(language: Language): boolean {
  return language !== 'markup' && language !== 'data';
}

function languageOfShebang(text: string): Language | null {
  if (!text.startsWith('#!')) return null;
  return SHEBANGS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function languageOfName(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return languageNamed(dot === -1 ? name : name.slice(dot + 1));
}
