import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { AGENTS, DEFAULT_AGENT } from '../agents/registry.ts';
import type { Permissions, SkillPlace } from '../contracts/agent-settings.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { ProviderId } from '../contracts/providers.ts';
import { ANY_FORMAT, FORMAT_NAMES } from '../foreign/format-names.ts';
import { SCORECARD_FORMATS, type ScorecardFormatName } from '../report/formats.ts';
import { addCheckCommands, withSourceOptions } from './check-commands.ts';
import { append, appendNotEmpty, digest, integer, notEmpty, number, positive } from './parse-option.ts';
import { noProbesOption, probesOption } from './probes-options.ts';
import { print, sayLines } from './terminal/print.ts';

const EXAMPLES = `
Examples:
  assay check skills/my-skill          check a skill without running it
  assay run csv-tidy                   benchmark a bundled suite, answered by a script
  assay init skills/my-skill my-suite  start a suite for a skill
  assay import auto evals.json my-suite    or write one from tasks in another format
  assay check-suite my-suite           try whether its tasks can tell good work from bad
  assay run my-suite --repeats 5       more repeats, steadier scores
  assay runs                           list recorded runs
  assay report 20260102-030405-ab12cd --format html --output card.html

Exit codes: 0 fine, 1 findings or a gate not met, 2 usage, 3 could not measure, 130 interrupted.`;

const NAMED_AGENTS = AGENTS.map(({ id }) => id).join(', ');

/** Programs have them; the API agents are part of Assay. */
const OTHER_VERSIONS = 'ID@VERSION or ID@latest: that version in place of the tested one';

const MATRIX_NOTE = `
With several --agent or --model, every agent does the same trials in the same order with every model, one run after the
other, and a summary compares them. A budget on the command line is one for all of them together, and the exit code is the
worst of theirs. --record and --replay have a folder for each below the one that is named.`;

const DEFAULT_FORMAT: ScorecardFormatName = 'terminal';

const NAMED_FORMATS = SCORECARD_FORMATS.map(({ name }) => name).join(', ');

const PLACES = ['home', 'project'] as const satisfies readonly SkillPlace[];

const PERMISSIONS = ['allow', 'ask', 'deny'] as const satisfies readonly Permissions[];

const PROVIDERS = ['anthropic', 'openai', 'gemini'] as const satisfies readonly ProviderId[];

const ARMS = ['baseline', 'with-skill'] as const satisfies readonly Arm[];

/** Options that are part of the plan, so that they cannot change when a run is resumed. */
const FIXED_BY_A_PLAN = [
  ...[
    'skill',
    'skillName',
    'allowPrivate',
    'limit',
    'agent',
    'agentCommand',
    'agentResume',
    'agentProvider',
    'agentSkills',
    'model',
    'permissions',
    'skillPlace',
    'effort',
    'temperature',
    'judgeModel',
    'judgeProvider',
    'record',
    'replay',
    'prices',
    'repeats',
    'concurrency',
    'seed',
    'runtime',
    'force',
    'dryRun',
  ],
  ...['task', 'probe', 'probes', 'arm'],
  ...['eta', 'alpha', 'beta', 'thetaS', 'epsilon'],
];

/**
 * The command line as a table of contents. Each action loads its own code, so that no command pays for
 * another.
 */
export function createProgram(): Command {
  const program = new Command('assay')
    .description('Tells whether an agent skill is worth enabling, and whether it is safe to.')
    .option('--results <dir>', 'folder of recorded runs (default: $ASSAY_RESULTS or "results")')
    .option('--debug', 'show where an error came from')
    .option('-V, --version', 'print the version')
    .addHelpText('after', EXAMPLES)
    .configureOutput({ writeOut: print, writeErr: sayLines, outputError: sayMistake })
    .exitOverride();
  addCheckCommands(program);
  addInit(program);
  addImport(program);
  addCheckSuite(program);
  addCheckProbes(program);
  addRun(program);
  addScore(program);
  addStoredRuns(program);
  addMaintenanceCommands(program);
  for (const command of [program, ...program.commands]) {
    const path = command === program ? 'assay' : `assay ${command.name()}`;
    command.showHelpAfterError(`Run "${path} --help" for usage.`);
  }
  return program;
}

/** Gives errors of Commander the same prefix as our own. */
function sayMistake(text: string, write: (text: string) => void): void {
  write(text.replace(/^error: /, 'assay: '));
}

function addInit(program: Command): void {
  const init = program
    .command('init')
    .argument('<source>', 'a skill, from any source that "assay check" takes')
    .argument('[dir]', 'folder of the new suite; its name is the id of the suite')
    .description('start a suite for a skill: its environment, guessed, and a first task that runs')
    .option('--skill-name <name>', 'name of the skill, if the source contains several skills');
  withSourceOptions(init)
    .addHelpText('after', '\nExample: assay init ./my-skill my-suite')
    .action(async (source, dir, _, command) =>
      (await import('./commands/init.ts')).init(source, dir, command),
    );
}

function addImport(program: Command): void {
  const formats = Object.entries(FORMAT_NAMES).map(([id, title]) => `  ${id.padEnd(16)}${title}`);
  const command = program
    .command('import')
    .argument('<format>', `format of the tasks, or "${ANY_FORMAT}" to find out`)
    .argument('<path>', 'the file that describes the tasks, or their folder')
    .argument('[dir]', 'folder of the new suite; its name is the id of the suite')
    .description('write a suite from tasks in another format, and say what was lost')
    .option(
      '--skill <source>',
      'the skill that the tasks are for, from any source that "assay check" takes, unless it lies around them',
    )
    .option('--skill-name <name>', 'name of the skill, if the source contains several skills')
    .option('--json', 'print what was imported and lost as JSON');
  withSourceOptions(command)
    .addHelpText('after', ['\nFormats:', ...formats].join('\n'))
    .addHelpText('after', '\nExample: assay import agent-skills ./my-skill my-suite')
    .action(async (format, path, dir, _, command) =>
      (await import('./commands/import.ts')).importCommand({ format, path, dir }, command),
    );
}

function addCheckSuite(program: Command): void {
  program
    .command('check-suite')
    .argument('<suite>', 'folder with a suite.yaml or of one of its tasks, or the name of a bundled suite')
    .description('try, without a model, whether the tasks of a suite can tell good work from bad')
    .option('--concurrency <n>', 'number of concurrent tasks', integer(1, 64), availableParallelism())
    .option('--allow-small', 'permit fewer than four tasks')
    .option('--secret <name>', 'a secret that the suite asks for and may have (repeatable)', append)
    .option('--fresh', 'check again what did not change since the last check')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: assay check-suite csv-tidy')
    .action(async (suite, _, command) =>
      (await import('./commands/check-suite.ts')).checkSuiteCommand(suite, command),
    );
}

function addCheckProbes(program: Command): void {
  program
    .command('check-probes')
    .argument(
      '[probe...]',
      'id of a bundled probe, or folder with a probe.yaml; without any, all bundled probes',
    )
    .description('try, without a model, whether probes tell bad skills from good ones')
    .option('--concurrency <n>', 'number of concurrent sandboxes', integer(1, 64), availableParallelism())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: assay check-probes works-without-sudo')
    .action(async (probes, _, command) =>
      (await import('./commands/check-probes.ts')).checkProbesCommand(probes, command),
    );
}

function addRun(program: Command): void {
  const run = program
    .command('run')
    .argument(
      '[suite]',
      'folder with a suite.yaml or of one of its tasks, name of a bundled suite, or a skill that brings its own evals',
    )
    .description('run the tasks and probes of a suite with and without its skill')
    .addOption(
      new Option(
        '--resume <run>',
        'finish an interrupted run instead, or several with the id of their matrix',
      ).conflicts(FIXED_BY_A_PLAN),
    )
    .option('--skill <source>', 'run the tasks with another skill, from any source that "assay check" takes')
    .option('--skill-name <name>', 'name of the skill, if the source contains several skills')
    .option(
      '--agent <id>',
      `agent that does the work: ${NAMED_AGENTS}; ${OTHER_VERSIONS}; ID:MODEL gives it a model of its own (repeatable; default: ${DEFAULT_AGENT})`,
      append,
    )
    .option(
      '--agent-command <line>',
      'program of the environment that does the work instead, or beside each --agent, as in "my-agent --prompt {prompt}"',
    )
    .option('--agent-resume <line>', 'with --agent-command: how the program goes on when the user answers')
    .option('--agent-provider <id>', `whose API it speaks: ${PROVIDERS.join(', ')} (default: openai)`)
    .option('--agent-skills <dir>', 'its folder of skills below the home folder (default: .agents/skills)')
    .option(
      '--model <name>',
      'name of the model; "scripted" answers from a script (repeatable; default: scripted)',
      appendNotEmpty,
    )
    .addOption(
      new Option(
        '--permissions <mode>',
        'what the agent may do without asking; nobody answers what it asks (default: allow)',
      ).choices(PERMISSIONS),
    )
    .addOption(
      new Option(
        '--skill-place <place>',
        'where an agent program finds the skill (default: as the suite says, or home)',
      ).choices(PLACES),
    )
    .option('--effort <word>', 'how hard the model should think, such as low or high', notEmpty)
    .option('--temperature <n>', 'temperature of the model, from 0 to 2', number)
    .option(
      '--judge-model <name>',
      'name of the model that judges rubrics (default: the model of the run)',
      notEmpty,
    )
    .addOption(
      new Option('--judge-provider <id>', 'provider of the judge (default: that of the agent)').choices(
        PROVIDERS,
      ),
    )
    .option('--base-url <provider=url...>', 'address of a provider, such as openai=http://127.0.0.1:11434/v1')
    .option(
      '--record <dir>',
      'record the answers of the model and of services in this folder, one file of each per trial',
      notEmpty,
    )
    .option(
      '--replay <dir>',
      'replay recorded answers from this folder, with no key and no network',
      notEmpty,
    )
    .option(
      '--providers <file>',
      'file that says where models are reached ("assay schema providers")',
      notEmpty,
    )
    .option(
      '--prices <file>',
      'file of model prices, which override those of Assay ("assay schema prices")',
      notEmpty,
    )
    .option('--task <id>', 'only this task of the suite (repeatable)', append)
    .option('--probe <id>', 'only this probe (repeatable)', append)
    .option('--secret <name>', 'a secret that the suite asks for and may have (repeatable)', append)
    .addOption(probesOption())
    .addOption(noProbesOption())
    .addOption(new Option('--arm <arm>', 'only this arm: utility is then not measured').choices(ARMS))
    .option('--repeats <n>', 'number of trials of each task and probe in each arm', integer(1, 100), 1)
    .option('--concurrency <n>', 'number of concurrent trials', integer(1, 64), 2)
    .option('--max-tokens <n>', 'token budget of the whole run, input and output together', integer(1, 1e12))
    .option('--max-requests <n>', 'request budget of the whole run', integer(1, 1e9))
    .option(
      '--max-seconds <n>',
      'time budget of the whole run, counting only the time of the agents',
      positive,
    )
    .option('--max-usd <n>', 'cost budget of the whole run, in US dollars', positive)
    .option('--seed <text>', 'seed for the order of trials (default: random)')
    .option('--runtime <name>', 'container runtime; "assay doctor" lists them (default: that of the engine)')
    .option('--force', 'run a skill that fails the static checks')
    .option('--dry-run', 'print the plan and a cost estimate, and run nothing')
    .option('--json', 'print the scorecard as JSON, or the summary of several');
  withScoring(withSourceOptions(run))
    .addHelpText('after', MATRIX_NOTE)
    .addHelpText('after', '\nExample: assay run tasks/csv-tidy --repeats 3 --seed 7')
    .action(async (suite, _, command) => (await import('./commands/run.ts')).run(suite, command));
}

function addScore(program: Command): void {
  const score = program
    .command('score')
    .argument('<file>', 'normalised evidence as JSON ("assay schema score-input"), or - for standard input')
    .description('compute utility, security and status from evidence')
    .option('--json', 'print the scores as JSON');
  withScoring(score)
    .addHelpText('after', '\nExample: assay score evidence.json --alpha 10')
    .action(async (file, _, command) => (await import('./commands/score.ts')).score(file, command));
}

function addStoredRuns(program: Command): void {
  program
    .command('runs')
    .description('list recorded runs, newest first')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample: assay runs --json')
    .action(async (_, command) => (await import('./commands/runs.ts')).runs(command));
  program
    .command('show')
    .argument('<run>', 'id of the run, as "assay runs" lists it')
    .description('show every trial of a run')
    .option('--trial <id>', 'one trial, with its verdicts and its transcript')
    .option('--wire', 'with --trial: print its raw requests and answers')
    .option('--json', 'print the records as JSON')
    .addHelpText(
      'after',
      '\nExample: assay show 20260102-030405-ab12cd --trial task:tidy-contacts:with-skill:1',
    )
    .action(async (run, _, command) => (await import('./commands/show.ts')).show(run, command));
  program
    .command('report')
    .argument('<run>', 'id of the run, as "assay runs" lists it')
    .description('print the scorecard of a run')
    .option('--format <name>', `output format: ${NAMED_FORMATS}`, DEFAULT_FORMAT)
    .option('--output <file>', 'write the scorecard to this file instead')
    .addHelpText('after', '\nExample: assay report 20260102-030405-ab12cd --format html --output card.html')
    .action(async (run, _, command) => (await import('./commands/report.ts')).report(run, command));
  program
    .command('export')
    .argument('<source>', 'id of a run, or for harbor the folder of a suite or the name of a bundled one')
    .description('write the results of a run, or the tasks of a suite, for another tool')
    .requiredOption(
      '--format <name>',
      'required; benchmark-json: a run, as the viewer of skill-creator reads it; harbor: a suite, as tasks of Harbor',
    )
    .option('--output <path>', 'write to this file, or for harbor to this folder')
    .addHelpText(
      'after',
      '\nExample: assay export 20260102-030405-ab12cd --format benchmark-json --output benchmark.json',
    )
    .action(async (source, _, command) =>
      (await import('./commands/export.ts')).exportCommand(source, command),
    );
  const rescore = program
    .command('rescore')
    .argument('<run>', 'id of the run, as "assay runs" lists it')
    .description('verify the stored and published parts of a run, recalculate its scorecard, and compare')
    .option('--root <digest>', 'published root digest to check against', digest)
    .option('--json', 'print the scorecard as JSON');
  withScoring(rescore)
    .addHelpText('after', '\nExample: assay rescore 20260102-030405-ab12cd --alpha 10')
    .action(async (run, _, command) => (await import('./commands/rescore.ts')).rescore(run, command));
}

function addMaintenanceCommands(program: Command): void {
  program
    .command('schema')
    .argument('[name]', 'name of the format; without it, the names are listed')
    .description('print the JSON Schema of a format')
    .addHelpText('after', '\nExample: assay schema suite')
    .action(async (name) => (await import('./commands/schema.ts')).schema(name));
  program
    .command('doctor')
    .description(
      `show what is installed, which agents (${NAMED_AGENTS}) are ready, what is missing and how to get it`,
    )
    .option('--agent <id>', `agent that has to be ready (repeatable); ${OTHER_VERSIONS}`, append)
    .option('--json', 'print the diagnoses as JSON')
    .addHelpText('after', '\nExample: assay doctor --json')
    .action(async (_, command) => (await import('./commands/doctor.ts')).doctor(command));
  program
    .command('setup')
    .description('build the sandbox image and, with --agent, the images of agents, if missing')
    .option(
      '--agent <id>',
      `agent to set up as well (repeatable): ${NAMED_AGENTS}; ${OTHER_VERSIONS}`,
      append,
    )
    .option(
      '--prune',
      'remove images that this version of Assay does not use, and the environments of all suites',
    )
    .addHelpText('after', '\nExample: assay setup --agent claude-code --agent codex@0.166.0')
    .action(async (options) => (await import('./commands/setup.ts')).setup(options));
}

/** The constants of the report's formulas; every output lists all of them. */
function withScoring(command: Command): Command {
  return command
    .option('--eta <n>', 'neutral efficiency (default: 50)', number)
    .option('--alpha <n>', 'points lost per doubling of cost (default: 25)', number)
    .option('--beta <n>', 'minimum score when both arms succeed (default: 20)', number)
    .option('--theta-s <n>', 'lowest security score for Caution (default: 80)', number)
    .option('--epsilon <n>', 'smoothing of the cost ratios (default: 1)', number);
}
