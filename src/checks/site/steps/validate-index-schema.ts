import type { SchemaEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { excerptOf } from '../../findings/excerpt.ts';
import type { IndexReading } from '../read-index.ts';
import { SCHEMA_URI } from '../reading/discovery.ts';
import { isObject } from '../reading/json-value.ts';
import { indexTypeStrength } from '../reading/media-type.ts';
import { type Sighting, siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES, type SiteRule } from '../reading/site-rules.ts';
import type { SiteReading, StepResult } from './step-result.ts';

/** Step 2 checks content type, syntax, `$schema` and top-level fields. */
export function validateIndexSchema({ index }: SiteReading): StepResult<SchemaEvidence> {
  if (index === null) return null;
  const { schema, skills, entries, unknownFields } = index;
  return {
    findings: [
      ...typeFindings(index),
      ...(index.parsed.status === 'broken' ? jsonFindings(index) : shapeFindings(index)),
    ],
    evidence: {
      schemaUri: typeof schema === 'string' ? excerptOf(schema) : null,
      skills: Array.isArray(skills) ? skills.length : null,
      validSkills: entries?.filter(({ entry }) => entry !== null).length ?? null,
      unknownFields: unknownFields.length,
    },
  };
}

function found(
  index: IndexReading,
  rule: SiteRule,
  excerpt: string,
  at: Partial<Sighting> = {},
): SiteFinding[] {
  return [siteFinding(rule, { file: new URL(index.answer.url).pathname, excerpt, ...at })];
}

function typeFindings(index: IndexReading): SiteFinding[] {
  const { contentType } = index.answer;
  const strength = indexTypeStrength(contentType);
  const excerpt = contentType ?? 'No content type';
  if (strength === 'strong') return [];
  return found(index, strength === 'wrong' ? SITE_RULES.indexType : SITE_RULES.indexTypeGeneric, excerpt);
}

function jsonFindings(index: IndexReading): SiteFinding[] {
  if (index.parsed.status === 'parsed') return [];
  const { detail, line, column } = index.parsed;
  return found(index, SITE_RULES.indexJson, detail, { line, column });
}

function shapeFindings(index: IndexReading): SiteFinding[] {
  if (index.parsed.status === 'parsed' && !isObject(index.parsed.value)) {
    return found(index, SITE_RULES.indexSkills, 'The index is not an object');
  }
  return [...schemaFindings(index), ...skillsFindings(index), ...fieldFindings(index)];
}

function schemaFindings(index: IndexReading): SiteFinding[] {
  if (index.schema === SCHEMA_URI) return [];
  const isNamed = index.schema !== undefined;
  const excerpt = isNamed ? `"$schema": ${JSON.stringify(index.schema)}` : 'No $schema, as in v0.1.0';
  return found(index, SITE_RULES.indexSchema, excerpt);
}

function skillsFindings(index: IndexReading): SiteFinding[] {
  const { skills } = index;
  if (Array.isArray(skills) && skills.length > 0) return [];
  if (Array.isArray(skills)) return found(index, SITE_RULES.indexSkills, '"skills" is empty');
  return found(
    index,
    SITE_RULES.indexSkills,
    skills === undefined ? '"skills" is missing' : '"skills" is not a list',
  );
}

function fieldFindings(index: IndexReading): SiteFinding[] {
  const [first, ...others] = index.unknownFields;
  if (first === undefined) return [];
  const excerpt = others.length === 0 ? `"${first}"` : `"${first}" and ${others.length} more`;
  return found(index, SITE_RULES.indexFields, excerpt);
}
