import type { Command } from 'commander';
import { describeRules, explainRule } from '../../app/explain-rule.ts';
import { renderRule, renderRules } from '../../report/check/render-rule.ts';
import { print, printJson, terminalOptions } from '../terminal/print.ts';

export function explain(id: string | undefined, command: Command): void {
  const { json } = command.opts<{ json?: boolean }>();
  const rule = id === undefined ? null : explainRule(id);
  if (json) printJson(rule ?? describeRules());
  else if (rule === null) print(renderRules(describeRules(), terminalOptions()));
  else print(renderRule(rule, terminalOptions()));
}
