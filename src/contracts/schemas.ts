import { z } from 'zod';
import { Cassette } from './cassette.ts';
import { CheckBaseline } from './check-baseline.ts';
import { CheckReport, CheckReports } from './check-report.ts';
import { Control } from './control.ts';
import { DryRun, MatrixDryRun } from './dry-run.ts';
import { Evidence } from './evidence.ts';
import { Finding } from './finding.ts';
import { Grade } from './grade.ts';
import { ImportReport } from './import-report.ts';
import { MatrixSummary } from './matrix.ts';
import { RunPlan } from './plan.ts';
import { Prices } from './prices.ts';
import { Probe } from './probe.ts';
import { ProbeCheck } from './probe-check.ts';
import { Providers } from './providers.ts';
import { RuleDescription } from './rule-description.ts';
import { Scores } from './score.ts';
import { ScoreInput } from './score-input.ts';
import { Scorecard } from './scorecard.ts';
import { ProbeScriptFile, ScriptFile } from './script.ts';
import { Seal } from './seal.ts';
import { SiteReport } from './site-report.ts';
import { Skill } from './skill.ts';
import { Suite } from './suite.ts';
import { SuiteCheck } from './suite-check.ts';
import { Task } from './task.ts';
import { Transcript } from './transcript.ts';
import { TrialRecord } from './trial-record.ts';
import { Triggers } from './triggers.ts';
import { WireExchange } from './wire-log.ts';

/** The published formats, by the name that `assay schema NAME` takes. */
export const SCHEMAS = {
  cassette: Cassette,
  'check-baseline': CheckBaseline,
  'check-report': CheckReport,
  'check-reports': CheckReports,
  control: Control,
  'dry-run': DryRun,
  evidence: Evidence,
  finding: Finding,
  grade: Grade,
  'import-report': ImportReport,
  matrix: MatrixSummary,
  'matrix-dry-run': MatrixDryRun,
  plan: RunPlan,
  prices: Prices,
  probe: Probe,
  'probe-check': ProbeCheck,
  'probe-script': ProbeScriptFile,
  providers: Providers,
  'rule-description': RuleDescription,
  scorecard: Scorecard,
  'score-input': ScoreInput,
  scores: Scores,
  script: ScriptFile,
  seal: Seal,
  'site-report': SiteReport,
  skill: Skill,
  suite: Suite,
  'suite-check': SuiteCheck,
  task: Task,
  transcript: Transcript,
  'trial-record': TrialRecord,
  triggers: Triggers,
  'wire-exchange': WireExchange,
} as const;
export type SchemaName = keyof typeof SCHEMAS;

/** The JSON Schema of what a person writes, so that keys with a default are optional in it. */
export function jsonSchemaOf(name: SchemaName): object {
  const schema = z.toJSONSchema(SCHEMAS[name], { io: 'input', target: 'draft-2020-12' });
  return { ...schema, title: `Assay ${name}` };
}
