import type { SiteFinding } from '../../../contracts/site-report.ts';
import type { SkillFolder } from '../../../contracts/skill.ts';
import { type ReadSkill, readSkill, scalarOf } from '../../skill/read-skill.ts';
import type { SkillEntry } from '../read-entry.ts';
import { type BodyCue, bodyQuality } from './body-quality.ts';
import { siteFinding } from './site-finding.ts';
import { SITE_RULES, type SiteRule } from './site-rules.ts';

export type DocumentReview = {
  findings: SiteFinding[];
  evidence: {
    skill: string;
    frontmatterValid: boolean | null;
    bodyCharacters: number;
    bodyLines: number;
    missingCues: BodyCue[];
  };
};

/** Reviews the SKILL.md of an artifact; if there is none to read, reports only that. */
export function reviewDocument(folder: SkillFolder | null, entry: SkillEntry): DocumentReview {
  const skill = folder === null ? null : readSkill(folder);
  if (skill === null || skill.document === null) {
    const evidence = {
      skill: entry.name,
      frontmatterValid: null,
      bodyCharacters: 0,
      bodyLines: 0,
      missingCues: [],
    };
    return { findings: [], evidence };
  }
  const body = bodyQuality(skill.document.body.text);
  const frontmatter = frontmatterFindings(skill, entry);
  const quality = body.flaws.map((flaw) =>
    inDocument(SITE_RULES.bodyQuality, entry, flaw, skill.document?.body.firstLine),
  );
  return {
    findings: [
      ...frontmatter,
      ...differences(skill, entry),
      ...compatibilityFindings(skill, entry),
      ...quality,
    ],
    evidence: {
      skill: entry.name,
      frontmatterValid: frontmatter.length === 0,
      bodyCharacters: body.characters,
      bodyLines: body.lines,
      missingCues: body.missingCues,
    },
  };
}

function inDocument(rule: SiteRule, entry: SkillEntry, excerpt: string, line = 1, column = 1): SiteFinding {
  return siteFinding(rule, { skill: entry.name, file: 'SKILL.md', excerpt, line, column });
}

/** Unusual YAML is still valid YAML; every other problem of the reader is an error. */
function frontmatterFindings(skill: ReadSkill, entry: SkillEntry): SiteFinding[] {
  const problems = skill.problems.filter(({ kind }) => kind !== 'yaml-advanced');
  const broken = problems.map(({ kind, at, detail }) =>
    inDocument(SITE_RULES.frontmatterInvalid, entry, `${kind}: ${detail}`, at.line, at.column),
  );
  if (skill.document?.frontmatter === null) return broken;
  const absent = ['name', 'description'].filter((key) => (scalarOf(skill, key)?.text.trim() ?? '') === '');
  return [...broken, ...absent.map((key) => inDocument(SITE_RULES.frontmatterInvalid, entry, `No ${key}`))];
}

function differences(skill: ReadSkill, entry: SkillEntry): SiteFinding[] {
  return (['name', 'description'] as const).flatMap((key) => {
    const written = scalarOf(skill, key);
    if (written === null || written.text.trim() === entry[key].trim()) return [];
    const { line, column } = written.at;
    return [
      inDocument(
        SITE_RULES.entryDiffers,
        entry,
        `The ${key} is another: ${written.text.trim()}`,
        line,
        column,
      ),
    ];
  });
}

function compatibilityFindings(skill: ReadSkill, entry: SkillEntry): SiteFinding[] {
  const written = scalarOf(skill, 'compatibility');
  if (written === null || isActionable(written.text)) return [];
  return [inDocument(SITE_RULES.compatibilityVague, entry, written.text, written.at.line, written.at.column)];
}

/** Words that say nothing: everything is compatible, or nobody has looked. */
const EMPTY_WORDS =
  /^(all|any|anything|everything|everywhere|compatible|general|generic|n\/?a|no|none|ok|standard|tbd|todo|universal|unknown|various|yes)$/i;

const FILLERS =
  /^(a|an|and|the|is|are|with|works?|compatibility|should|may|be|for|in|on|of|most|agents?|clients?|models?|platforms?|systems?|environments?|tools?)$/i;

/**
 * Whether a compatibility text names something that an agent could look for: a product, a tool, a version, a
 * need.
 */
export function isActionable(compatibility: string): boolean {
  const words = compatibility.split(/[\s,;:.()]+/).filter((word) => word !== '');
  return words.some((word) => !EMPTY_WORDS.test(word) && !FILLERS.test(word));
}
