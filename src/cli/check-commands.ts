import { type Command, Option } from 'commander';
import type { Severity } from '../contracts/finding.ts';
import { append } from './parse-option.ts';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[];

const FORMATS = {
  json: 'print the reports as JSON',
  jsonl: 'print each report as a line of JSON, as soon as it is there',
  sarif: 'print SARIF 2.1.0, for code scanning',
  markdown: 'print Markdown, for the comment of a pull request',
} as const;

const EXAMPLES = `
A SOURCE is a folder or an archive (.zip, .tar.gz, .tgz, .tar, .skill), here or by its URL; the URL of a SKILL.md; the page
of a folder on GitHub or GitLab; owner/repo[/path][#ref][@skill], also after github: or gitlab:; a git URL; npm:PACKAGE; or
https://HOST. What it holds is read, and nothing of it is run.

Examples:
  assay check skills/*                          every skill of a repository
  assay check owner/repo --skill-name pdf       one skill of a repository elsewhere
  assay check . --sarif --output assay.sarif    for code scanning
  assay check . --write-baseline accepted.json --reason "reviewed in March"

Exit codes: 0 fine; 1 findings as severe as --fail-on, a violation of the specification (which counts as high), nothing found
that is a skill, or more than a --limit; 2 usage; 3 something could not be checked.`;

/** Commands that look at skills and run nothing of them. */
export function addCheckCommands(program: Command): void {
  addCheck(program);
  addCheckSite(program);
  addExplain(program);
}

function addCheck(program: Command): void {
  const failOn = new Option('--fail-on <severity>', 'the least severe finding that fails the check');
  const check = program
    .command('check')
    .argument('<source...>', 'where the skills are')
    .description('check skills without running them: form, security, packaging')
    .option('--skill-name <name>', 'of several skills in a source, this one')
    .option('--strict', 'what readers of skills disagree on is an error')
    .option('--published', 'what only a skill for oneself may have is an error')
    .option('--verbose', 'say of each finding why it matters and what to do')
    .addOption(failOn.choices(SEVERITIES).default('high'))
    .option('--baseline <file>', 'findings that are accepted, each with a reason')
    .option('--write-baseline <file>', 'write one that accepts what is open')
    .option('--reason <text>', 'why it is accepted')
    .option('--output <file>', 'write the results there instead');
  const formats = Object.keys(FORMATS);
  for (const [format, text] of Object.entries(FORMATS)) {
    check.addOption(new Option(`--${format}`, text).conflicts(formats.filter((other) => other !== format)));
  }
  withSourceOptions(check)
    .addHelpText('after', EXAMPLES)
    .action(async (sources, _, command) => (await import('./commands/check.ts')).check(sources, command));
}

function addCheckSite(program: Command): void {
  const checkSite = program
    .command('check-site')
    .argument('<url>', 'as in https://example.com')
    .description('check what a site offers to agents: its index, its artifacts, its skills')
    .option('--verbose', 'say of each finding why it matters and what to do')
    .option('--json', 'print the report as JSON');
  withSourceOptions(checkSite)
    .addHelpText('after', '\nExample: assay check-site https://example.com')
    .action(async (url, _, command) => (await import('./commands/check-site.ts')).checkSite(url, command));
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .argument('[rule]', 'without it: the rules there are')
    .description('print why a rule is there and what to do about a violation')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample: assay explain spec/name-length')
    .action(async (rule, _, command) => (await import('./commands/explain.ts')).explain(rule, command));
}

/** What a stranger's source may cost, and where it may be. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--allow-private', 'a source, and what it leads to, may be in an inner network')
    .option('--limit <name=number>', 'what a source may cost, as in files=2000 (repeatable)', append);
}
