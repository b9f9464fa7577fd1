import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSkill } from '../src/checks/check-skill.ts';
import { checksWith } from '../src/checks/rules.ts';
import type { SkillFolder } from '../src/contracts/skill.ts';
import { loadScriptParser } from '../src/sources/script-parser.ts';
import { readArchives } from './read-archives.ts';
import { readSkills } from './read-skills.ts';

const FIXTURES = fileURLToPath(new URL('../test/fixtures/security/', import.meta.url));
const USAGE = 'Give the folder of a labelled corpus (benign/, malicious/, labels.json) to measure that too.';

type Label = { path: string; tier: string };
type Skills = { malicious: SkillFolder[]; benign: SkillFolder[] };
type Reader = (root: string) => SkillFolder[] | Promise<SkillFolder[]>;

const checks = checksWith(await loadScriptParser());

/** Recall and false alarms, counting findings of high and critical severity: of our own fixtures, then of a corpus. */
report('fixtures', FIXTURES, await skillsIn(FIXTURES, readSkills));
const ARCHIVES = join(FIXTURES, 'archives');
report('archives', ARCHIVES, await skillsIn(ARCHIVES, readArchives));
const corpus = process.argv[2] ?? process.env['ASSAY_CORPUS'];
if (corpus === undefined) process.stderr.write(`${USAGE}\n`);
else report('corpus', corpus, await skillsIn(corpus, readSkills));

async function skillsIn(root: string, read: Reader): Promise<Skills> {
  return { malicious: await read(join(root, 'malicious')), benign: await read(join(root, 'benign')) };
}

function report(bench: string, root: string, { malicious, benign }: Skills): void {
  const missed = malicious.filter((skill) => !isAlarming(skill)).map(({ source }) => source);
  const falseAlarms = benign.filter(isAlarming).map(({ source }) => source);
  print({
    bench: `security-${bench}`,
    recall: 1 - missed.length / malicious.length,
    falseAlarmRate: falseAlarms.length / benign.length,
    malicious: malicious.length,
    benign: benign.length,
    missed,
    falseAlarms,
    tiers: tiersOf(root, new Set([...missed, ...falseAlarms])),
  });
}

function isAlarming(skill: SkillFolder): boolean {
  const { findings } = checkSkill(skill, { checks });
  return findings.some(({ severity }) => severity === 'critical' || severity === 'high');
}

/** How many of each tier were judged rightly. */
function tiersOf(root: string, wrong: ReadonlySet<string>): Record<string, string> {
  const file = join(root, 'labels.json');
  if (!existsSync(file)) return {};
  const labels: Label[] = JSON.parse(readFileSync(file, 'utf8'));
  const tiers = Map.groupBy(labels, ({ path, tier }) => `${path.split('/')[0]}/${tier}`);
  return Object.fromEntries(
    [...tiers].map(([tier, members]) => {
      const right = members.filter(({ path }) => !wrong.has(path.split('/').slice(1).join('/')));
      return [tier, `${right.length} of ${members.length}`];
    }),
  );
}

function print(measurement: object): void {
  process.stdout.write(`${JSON.stringify(measurement)}\n`);
}
