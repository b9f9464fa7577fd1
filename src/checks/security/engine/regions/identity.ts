import { type ReadSkill, scalarOf } from '../../../skill/read-skill.ts';
import { isProse, type Region } from './region.ts';

/** What a skill says it is and is about, to distinguish its own services from strangers. */
export type Identity = {
  name: string;
  /** The words of its name, description and prose, without links and code. */
  words: ReadonlySet<string>;
  /** Whether its texts mention a host, so that a reader knows where data goes. */
  names(host: string): boolean;
  /** Whether its instructions have a command that runs a file, which then is no mere example or test. */
  runs(path: string): boolean;
  /** It teaches or does security work: attacks are its subject. */
  teachesSecurity: boolean;
  /** It says that it puts files where others can get them. */
  sharesFiles: boolean;
  /** It says that it is a course: code in it is there to be looked at. */
  isSecurityCourse: boolean;
};

const SECURITY_WORK =
  /\b(?:security|pentest(?:ing|er)?|penetration test\w{0,3}|red.?team\w{0,3}|blue.?team|threat (?:model|hunt|intel)\w{0,8}|threats (?:to|against)|attacks (?:on|against)|phishing|vulnerabilit(?:y|ies)|malware|forensics?|prompt injection|guard ?rails?|harden(?:ing)?|owasp|ctf|siem|incident response|detection rules?|secret scan(?:ning|ner)?|skill (?:vet|audit|scan)\w{0,5}|prompt.?guard|sast|reverse engineer(?:ing)?|bug bounty)\b/i;
const SHARING = /\b(?:shar(?:e|es|ing)|pastes?|pastebins?|uploads?|uploading)\b/i;
const COURSE =
  /\b(?:teach(?:es|ing)?|lessons?|courses?|training|trains|learn(?:ers|ing)?|students?|exercises?|labs?|ctf|capture.the.flag|forensics?|awareness|explains how)\b/i;
/** Matches addresses, including those that files are copied to. */
const LINK = /https?:\/\/\S{1,500}|[\w.-]{1,60}@[\w.-]{1,200}:/g;
const WORD = /[a-z0-9][a-z0-9.-]{1,60}/g;
const MAX_WORDS = 20_000;
/** The limit per region: its words are extracted all at once. */
const MAX_TEXT = 500_000;

export function identityOf(
  skill: ReadSkill,
  regions: readonly Region[],
  instructed: ReadonlySet<string>,
): Identity {
  const name = scalarOf(skill, 'name')?.text ?? skill.folder.folder ?? '';
  const description = scalarOf(skill, 'description')?.text ?? '';
  const about = `${name} ${description}`.slice(0, 4000);
  const teachesSecurity = SECURITY_WORK.test(about);
  let words: ReadonlySet<string> | null = null;
  return {
    name,
    names: (host) => regions.some((region) => isProse(region) && region.text.includes(host)),
    runs: (path) => instructed.has(path),
    teachesSecurity,
    sharesFiles: SHARING.test(about),
    isSecurityCourse: teachesSecurity && COURSE.test(about),
    get words() {
      words ??= wordsIn(regions, `${name} ${description}`);
      return words;
    },
  };
}

function wordsIn(regions: readonly Region[], head: string): Set<string> {
  const words = new Set<string>();
  const texts = regions
    .filter((region) => isProse(region) && region.kind !== 'frontmatter')
    .map(({ text }) => text);
  for (const text of [head, ...texts]) {
    for (const word of text.slice(0, MAX_TEXT).replace(LINK, ' ').toLowerCase().match(WORD) ?? []) {
      words.add(/[.-]$/.test(word) ? word.replace(/[.-]+$/, '') : word);
      if (words.size > MAX_WORDS) return words;
    }
  }
  return words;
}
