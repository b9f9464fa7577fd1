import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { manifestChecks } from '../../../src/checks/manifest/checks.ts';
import { toolsOf } from '../../../src/checks/manifest/read-manifest.ts';
import { readSkill } from '../../../src/checks/skill/read-skill.ts';
import { skillFolder } from '../skill-folder.ts';

/** The manifest of the specification's pattern "dual runtime implementation", with what the text around it says of a whole one. */
const MANIFEST = `apiVersion: skills.v1
kind: Skill
metadata: { id: com.example.pdf_processing, version: 1.0.0 }
spec:
  tools:
    - name: extract_text
      description: Extracts text from PDF (Python runtime).
      input_schema:
        type: object
        required: [path]
        properties:
          path: { type: string }
      output_schema:
        type: object
        properties:
          text: { type: string }
      implementation:
        entrypoint: scripts/helper.py
        handler: extract_text
        runtime: python

    - name: extract_text_ts
      description: Extracts text from PDF (TypeScript runtime).
      input_schema:
        type: object
        required: [path]
        properties:
          path: { type: string }
      implementation:
        entrypoint: scripts/helper.ts
        handler: extract_text
        runtime: node
permissions: { network: { outbound: [] } }
`;

const FILES = { 'SKILL.md': '', 'scripts/helper.py': '', 'scripts/helper.ts': '' };

function withManifest(text: string, files: Record<string, string> = FILES) {
  return skillFolder({ ...files, 'skill.yaml': text });
}

function found(text: string, files?: Record<string, string>): string[] {
  const { findings } = checkSkill(withManifest(text, files), { checks: manifestChecks });
  return findings.map(({ rule, file, line, column, title }) => `${file}:${line}:${column} ${rule}: ${title}`);
}

test('the tools of a manifest are read in their order, and nothing is found', () => {
  expect(found(MANIFEST)).toEqual([]);
  const tools = toolsOf(readSkill(withManifest(MANIFEST)));
  expect(tools.map(({ name, implementation }) => [name, implementation.runtime])).toEqual([
    ['extract_text', 'python'],
    ['extract_text_ts', 'node'],
  ]);
});

test.each([
  ['  tools:\n', '  tools: [\n', '6:13 manifest/valid: Invalid skill.yaml: not valid YAML'],
  [
    'apiVersion: skills.v1',
    'apiVersion: skills.v2',
    '1:13 manifest/valid: Invalid skill.yaml: "apiVersion": ',
  ],
  [
    'name: extract_text_ts',
    'name: extract_text',
    '22:13 manifest/valid: Invalid skill.yaml: "spec.tools[1].name": ',
  ],
  [
    'name: extract_text\n',
    'name: mcp/text\n',
    '6:13 manifest/valid: Invalid skill.yaml: "spec.tools[0].name": ',
  ],
  [
    'runtime: python',
    'runtime: ruby',
    '20:18 manifest/valid: Invalid skill.yaml: "spec.tools[0].implementation.runtime": ',
  ],
  [
    'scripts/helper.ts',
    '../helper.ts',
    '30:21 manifest/valid: Invalid skill.yaml: "spec.tools[1].implementation.entrypoint": ',
  ],
  [
    'scripts/helper.ts',
    '/usr/helper.ts',
    '30:21 manifest/valid: Invalid skill.yaml: "spec.tools[1].implementation.entrypoint": ',
  ],
  [
    'scripts/helper.ts',
    'scripts/missing.ts',
    '30:21 manifest/entrypoint-present: The tool "extract_text_ts" is in "scripts/missing.ts"',
  ],
  [
    /input_schema:\n\s+type: object/,
    'input_schema:\n        type: array',
    '9:15 manifest/valid: Invalid skill.yaml: "spec.tools[0].input_schema.type": ',
  ],
])('where %s becomes %s, the place is named', (good, bad, finding) => {
  const broken = MANIFEST.replace(good, bad);
  expect(broken).not.toBe(MANIFEST);
  expect(found(broken)[0]).toMatch(`skill.yaml:${finding}`);
});

test('a skill whose manifest is invalid fails its checks, and has no tools', () => {
  const skill = withManifest(MANIFEST.replace('kind: Skill', 'kind: Tool'));
  expect(checkSkill(skill, { checks: manifestChecks }).verdict).toBe('fail');
  expect(toolsOf(readSkill(skill))).toEqual([]);
});

test('a file of that name in another format is said to be one, and fails nothing', () => {
  expect(found('title: A deck of cards\nversion: 2\n')).toEqual([
    'skill.yaml:1:1 manifest/recognised: skill.yaml is a file of another format',
  ]);
  expect(checkSkill(withManifest('title: A deck\n'), { checks: manifestChecks }).verdict).toBe('pass');
});

test.each([
  ['aliases', `${MANIFEST}more: &a [1]\nagain: *a\n`],
  ['too much text', `${MANIFEST}#${' '.repeat(300_000)}`],
  ['deep nesting', `apiVersion: ${'['.repeat(5000)}`],
  ['no text', '\0'],
])('a manifest with %s is a finding', (_, text) => {
  expect(found(text).join()).toMatch(/^skill\.yaml:\d+:\d+ manifest\//);
});

test('a manifest alone is no skill, which is said where SKILL.md is missed', () => {
  const { findings } = checkSkill(skillFolder({ 'skill.yaml': MANIFEST }));
  expect(findings.map(({ title }) => title)).toContain(
    'Missing required file: SKILL.md (there is skill.yaml)',
  );
});
