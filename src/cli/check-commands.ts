import { type Command, Option } from 'commander';
import type { Severity } from '../contracts/finding.ts';
import { CHECK_FORMATS } from '../report/formats.ts';
import { append } from './parse-option.ts';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[];

const EXAMPLES = `
A SOURCE is a folder or an archive (.zip, .tar.gz, .tgz, .tar, .skill), on disk or at a URL; the URL of a SKILL.md; the page
of a folder on GitHub or GitLab; owner/repo[/path][#ref][@skill], also after github: or gitlab:; a git URL; npm:PACKAGE; or
https://HOST. Its content is read, but nothing in it is run.

Examples:
  assay check skills/*                          all skills in a folder
  assay check owner/repo --skill-name pdf       one skill of a remote repository
  assay check . --sarif --output assay.sarif    for code scanning
  assay check . --write-baseline accepted.json --reason "reviewed in March"

Exit codes: 0 fine; 1 findings as severe as --fail-on, a violation of the specification (which counts as high), no skill
found, or a --limit exceeded; 2 usage, such as an unknown --skill-name; 3 something could not be checked.`;

/** Adds the commands that read skills and run nothing in them. */
export function addCheckCommands(program: Command): void {
  addCheck(program);
  addCheckSite(program);
  addExplain(program);
}

function addCheck(program: Command): void {
  const failOn = new Option('--fail-on <severity>', 'minimum severity of a finding that fails the check');
  const check = program
    .command('check')
    .argument('<source...>', 'source of the skills')
    .description('check skills without running them: specification, security, packaging')
    .option('--skill-name <name>', 'name of the skill, if the source contains several skills')
    .option('--strict', 'report an error where readers of skills disagree')
    .option('--published', 'report an error for what only a private skill may have')
    .option('--verbose', 'explain each finding: why it matters and what to do')
    .addOption(failOn.choices(SEVERITIES).default('high'))
    .option('--baseline <file>', 'file of accepted findings, each with a reason')
    .option('--write-baseline <file>', 'write a baseline that accepts all open findings')
    .option('--reason <text>', 'reason for accepting them, with --write-baseline')
    .option('--output <file>', 'write the results to this file instead');
  addFormats(check);
  withSourceOptions(check)
    .addHelpText('after', EXAMPLES)
    .action(async (sources, _, command) => (await import('./commands/check.ts')).check(sources, command));
}

function addFormats(check: Command): void {
  for (const { name, help } of CHECK_FORMATS) {
    if (help === null) continue;
    const others = CHECK_FORMATS.filter((format) => format.name !== name);
    check.addOption(new Option(`--${name}`, help).conflicts(others.map((format) => format.name)));
  }
}

function addCheckSite(program: Command): void {
  const checkSite = program
    .command('check-site')
    .argument('<url>', 'address of the site, such as https://example.com')
    .description('check what a site offers to agents: its index, artifacts and skills')
    .option('--verbose', 'explain each finding: why it matters and what to do')
    .option('--json', 'print the report as JSON');
  withSourceOptions(checkSite)
    .addHelpText('after', '\nExample: assay check-site https://example.com')
    .action(async (url, _, command) =>
      (await import('./commands/check-site.ts')).checkSiteCommand(url, command),
    );
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .argument('[rule]', 'id of the rule; without it, all rules are listed')
    .description('print why a rule exists and how to fix a violation')
    .option('--json', 'print the rule, or all rules, as JSON')
    .addHelpText('after', '\nExample: assay explain spec/name-length')
    .action(async (rule, _, command) => (await import('./commands/explain.ts')).explain(rule, command));
}

/** Limits what an untrusted source may cost, and where it may be. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--allow-private', 'allow sources in private networks')
    .option('--limit <name=number>', 'limit on a source, such as files=2000 (repeatable)', append);
}
