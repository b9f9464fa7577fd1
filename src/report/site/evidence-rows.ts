import type { DiscoveryEvidence, SiteStep } from '../../contracts/site-report.ts';
import type { Cell } from '../terminal/table.ts';

/** The evidence of a step, as rows of a table. */
export function evidenceRows(step: SiteStep): Cell[][] {
  if (step.evidence === null) return [];
  switch (step.id) {
    case 'discover-index':
      return step.evidence.paths.map((answer) => [
        { text: answer.path },
        ...answerCells(answer),
        { text: answer.path === step.evidence?.selected ? 'used' : '' },
      ]);
    case 'validate-index-schema':
      return counts({
        'skills that are valid': ofAll(step.evidence.validSkills, step.evidence.skills),
        'unknown fields': step.evidence.unknownFields,
        schema: step.evidence.schemaUri ?? 'none',
      });
    case 'validate-skill-entries':
      return counts({ invalid: step.evidence.invalid, 'with warnings': step.evidence.warned });
    case 'verify-artifacts':
      return artifactRows(step.evidence);
    case 'validate-skill-content':
      return contentRows(step.evidence);
    case 'security-review':
      return counts(labelled(step.evidence));
  }
}

type Evidence<Id extends SiteStep['id']> = NonNullable<Extract<SiteStep, { id: Id }>['evidence']>;
type Answer = Omit<DiscoveryEvidence['paths'][number], 'path'>;

function artifactRows({ artifacts, notProcessed }: Evidence<'verify-artifacts'>): Cell[][] {
  const rows = artifacts.map((artifact): Cell[] => [
    { text: artifact.skill ?? 'no name' },
    ...answerCells(artifact),
    { text: artifact.origin },
    digestCell(artifact.digestMatches),
  ]);
  const left: Cell[][] =
    notProcessed === 0 ? [] : [[{ text: `${notProcessed} more were not fetched`, tone: 'warn' }]];
  return [...rows, ...left];
}

function contentRows({ skills }: Evidence<'validate-skill-content'>): Cell[][] {
  const rows = skills.map(({ skill, kind, bodyLines, bodyCharacters, missingCues }): Cell[] => [
    { text: skill ?? 'no name' },
    { text: kind },
    { text: bodyLines === 1 ? '1 line' : `${bodyLines} lines` },
    { text: `${bodyCharacters} characters` },
    { text: missingCues.length === 0 ? '' : `without ${missingCues.join(', ')}`, tone: 'muted' },
  ]);
  return rows;
}

function answerCells({ httpStatus, failure, contentType, bytes, redirects }: Answer): Cell[] {
  return [
    { text: failure ?? String(httpStatus), tone: failure === null && httpStatus === 200 ? 'good' : 'warn' },
    { text: contentType ?? 'no type' },
    { text: `${bytes} bytes` },
    { text: redirects === 0 ? '' : `${redirects} redirects` },
  ];
}

function digestCell(matches: boolean | null): Cell {
  if (matches === null) return { text: 'no digest', tone: 'muted' };
  return matches ? { text: 'digest matches', tone: 'good' } : { text: 'digest differs', tone: 'bad' };
}

function counts(facts: Readonly<Record<string, string | number>>): Cell[][] {
  return Object.entries(facts).map(([label, value]) => [
    { text: label, tone: 'muted' },
    { text: String(value) },
  ]);
}

function ofAll(part: number | null, all: number | null): string {
  return part === null || all === null ? 'not known' : `${part} of ${all}`;
}

/** Turns the names of the report into words, for example "suspicious commands". */
function labelled(evidence: Evidence<'security-review'>): Record<string, number> {
  const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(evidence).map(([name, count]) => [words(name), count]));
}
