import { AssayError } from '../base/assay-error.ts';
import { checkSkill } from '../checks/check-skill.ts';
import { checksWith } from '../checks/rules.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import { loadScriptParser } from '../sources/script-parser.ts';
import type { Benchmark } from './benchmark.ts';
import { endedBySignals } from './blocking-work.ts';
import type { RunObserver } from './run-observer.ts';

/** Checks a skill before anything of it runs. A skill that fails is not run unless that is forced. */
export async function checkBeforeRun(
  benchmark: Benchmark,
  isForced: boolean,
  observer: RunObserver,
): Promise<CheckReport> {
  const report = await checkBenchmark(benchmark);
  const shown = report.findings.filter(({ severity }) => severity !== 'info');
  for (const finding of shown) observer.say(lineOf(finding));
  observer.say(`Static checks of ${report.name}: ${report.verdict}.`);
  if (isSound(report) || isForced) return report;
  const message = 'The skill fails the static checks, so it was not run. Fix it, or use --force.';
  throw new AssayError('SKILL_INVALID', message);
}

export async function checkBenchmark({
  skill,
  found,
}: Pick<Benchmark, 'skill' | 'found'>): Promise<CheckReport> {
  const checks = checksWith(await loadScriptParser());
  return endedBySignals(() => checkSkill(skill, { checks, found }));
}

export function isSound({ verdict }: CheckReport): boolean {
  return verdict === 'pass' || verdict === 'warn';
}

function lineOf({ severity, file, line, column, title, remedy }: Finding): string {
  return `${severity}: ${file}:${line}:${column}: ${title}. ${remedy}`;
}
