import { schemaFiles, schemaLine } from '../../contracts/schema-files.ts';
import { debianNameFor, type Guess } from './guess-environment.ts';

export type StarterFile = { path: string; content: string };

/** The files of a new suite besides the skill: one task that runs at once and is proven, to be replaced. */
export function starterFiles({
  id,
  skill,
  guesses,
}: {
  id: string;
  skill: string;
  guesses: readonly Guess[];
}): StarterFile[] {
  return [
    { path: 'suite.yaml', content: suiteYaml(id, skill, guesses) },
    { path: 'first-task/task.yaml', content: TASK },
    { path: 'first-task/workspace/orders.csv', content: ORDERS },
    { path: 'first-task/solution/solve.sh', content: SOLUTION },
    { path: 'first-task/script.yaml', content: SCRIPT },
    ...schemaFiles(),
  ];
}

function suiteYaml(id: string, skill: string, guesses: readonly Guess[]): string {
  return `${schemaLine('suite', '')}# Lines that begin with "#" and no single space are examples: remove the "#", and they hold.
# The id is the name of this folder.
id: ${JSON.stringify(id)}
title: ${JSON.stringify(`What ${skill} is worth`)}
# One or two sentences for whoever reads the scorecard.
description: Whether the skill helps an agent with the work that it is for.
# The folder of the skill, seen from this file.
skill: skill
${environmentYaml(guesses)}# What an attempt at a task may use, unless its task.yaml says otherwise. After that it has failed, in either arm.
limits:
  # Wall time of the agent, for all turns of the user together.
  maxSeconds: 300
  # Answers of the model.
  maxRequests: 30
  # Input and output tokens together.
#  maxTokens: 200000
  # US dollars, for a model whose price is known.
#  maxUsd: 0.5
${NETWORK_AND_BUDGET}`;
}

const NETWORK_AND_BUDGET = `# What the tasks can reach, in both arms: nothing, unless it stands here or in a task.yaml. "kind: fixtures" answers in the place
# of the network, as the example in first-task/task.yaml; "kind: allow" reaches these hosts for real. Both see HTTPS as well.
#network:
#  kind: allow
#  hosts: [api.example.com]
# Secrets of services stay out of sandboxes: the harness puts them into requests to these hosts, which network has to allow. The
# value comes from the variable of that name in your environment, and only if you say --secret EXAMPLE_API_KEY.
#secrets: [{ name: EXAMPLE_API_KEY, hosts: [api.example.com] }]
# What all trials of a run may use together, judges included. --max-usd and others say so for one run.
#budget:
#  maxUsd: 5
#  maxTokens: 2000000
#  maxRequests: 1000
#  maxSeconds: 7200
`;

/**
 * Written by hand, because each line says where it comes from. Packages of pip and npm are only proposed: anybody can
 * publish one, the author of the skill too, and it would run in both arms and beside the graders.
 */
function environmentYaml(guesses: readonly Guess[]): string {
  const intro =
    '# What the sandboxes of both arms have beside the usual. It is installed when the suite is first run.\n';
  if (guesses.length === 0) return `${intro}${ENVIRONMENT}`;
  const of = (kind: Guess['kind']) => guesses.filter((guess) => guess.kind === kind);
  const lines = (kind: Guess['kind']) =>
    of(kind).length === 0
      ? []
      : [`  ${kind}:`, ...of(kind).map(({ name, from }) => `    - ${JSON.stringify(name)} # ${from}`)];
  const debian = lines('debian');
  const proposed = [...lines('pip'), ...lines('npm')];
  return [
    `${intro}# These are guesses from the skill's files: remove what it does not need.`,
    ...(debian.length === 0 ? ['#environment:'] : ['environment:', ...debian]),
    ...(proposed.length === 0
      ? []
      : ['# Take in the packages whose authors you trust not to side with the skill, with versions:']),
    ...proposed.map((line) => `#${line}`),
    ...inDebian(of('pip')),
    '',
  ].join('\n');
}

/** Where PyPI cannot be reached, or the version does not matter, a package of Debian will do. */
function inDebian(guesses: readonly Guess[]): string[] {
  const names = guesses.flatMap(({ name }) => debianNameFor(name) ?? []);
  if (names.length === 0) return [];
  return [
    `# Debian has some of them, in versions of its own, as ${names.join(', ')}. Those belong under debian.`,
  ];
}

const ENVIRONMENT = `# Packages may have versions. Files, lock files and a Dockerfile belong in a folder environment/.
#environment:
#  debian: [poppler-utils]
#  pip: [openpyxl==3.1.5]
#  npm: [docx@9.5.0]
#  variables: { SHEET_STYLE: plain }
#  timeZone: Europe/Berlin
#  locale: de_DE.UTF-8
#  machine: { memoryMib: 2048, cpus: 2, processes: 512, diskMib: 128 }
`;

const TASK = `${schemaLine('task', '../')}# A worked example, which has nothing to do with the skill: write tasks that the skill is for, and remove this one.
# The id is the name of this folder.
id: first-task
# common: a usual case. edge: a limit, or something that has to be refused.
level: common
# What the task tests, for whoever reads the scorecard.
objective: Counts and adds up the rows of a table
# What the agent is asked, in both arms. It names neither the skill nor the answer.
prompt: |-
  orders.csv lists orders. Write summary.json: one JSON object that holds the number of orders as "orders" and the sum of
  their amounts as "total".
# What the user says once the agent has ended its turn: the first that applies, and after it the next. One with a "when" applies
# if that pattern is found in the agent's last answer. "files" names a folder in turns/, whose files arrive before it is said.
#turns:
#  - when: "[Ww]hich (currency|unit)"
#    say: The amounts are in euros.
#  - say: Thank you. Write the number of orders into the file count.txt as well.
# The right outcome, for the reader.
expected: summary.json says 4 orders and a total of 61.5.
# Limits of this task, in the place of those in suite.yaml.
#limits:
#  maxSeconds: 120
#  maxRequests: 15
# What this task can reach, in the place of what suite.yaml says. The first fixture whose pattern is found in the URL answers.
#network:
#  kind: fixtures
#  fixtures:
#    - url: ^https://rates\\.example/v2/EUR-USD$
#      headers: { content-type: application/json }
#      body: '{"rate": 1.25}'
# The commits that the workspace has from the start, here all of its files. A commit with "files" takes those of a folder in history/.
#git:
#  commits:
#    - message: Add the orders
#      author: Ada Lovelace <ada@example.com>
#      date: 2026-03-01T09:00:00+01:00
# What the sandboxes of this task have beside those of the suite.
#environment:
#  debian: [jq]
#  machine: { memoryMib: 2048 }
# All of them must pass. docs/suites.md shows every kind. What they need beside lies in a folder grade/, which no agent sees.
graders:
  - kind: json-equals
    title: The number of orders and their total are right
    path: summary.json
    equals: { orders: 4, total: 61.5 }
    tolerance: 0.001
  - kind: tree
    title: Nothing but the summary was written
    changes: [summary.json]
`;

const ORDERS = `id,amount
1,20.00
2,10.50
3,30.00
4,1.00
`;

const SOLUTION = `#!/bin/bash
# A right solution. It proves that the task can be passed and that its graders work; no agent sees it.
set -eu
python3 - <<'PYTHON'
import csv, json

with open("orders.csv", newline="") as file:
    amounts = [float(row["amount"]) for row in csv.DictReader(file)]
with open("summary.json", "w") as file:
    json.dump({"orders": len(amounts), "total": sum(amounts)}, file)
PYTHON
`;

const WORK = `        - tool: bash
          input: { command: "printf '%s' '{\\"orders\\": 4, \\"total\\": 61.5}' >summary.json" }
`;

const SCRIPT = `${schemaLine('script', '../')}# What the scripted model answers, to try the suite without a real one. A run with it says nothing about the skill.
arms:
  baseline:
    - say: I add up the amounts.
      call:
${WORK}    - say: summary.json is written.
  with-skill:
    - say: I look at the skill first.
      call:
        - tool: skill
          input: { name: "{{skill}}" }
    - call:
${WORK}    - say: summary.json is written.
`;
