import { expect, test } from 'vitest';
import { Suite } from '../../../src/contracts/suite.ts';
import { Task } from '../../../src/contracts/task.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import type { Files } from '../../../src/foreign/foreign-format.ts';
import { harborFiles } from '../../../src/foreign/harbor-export/harbor-files.ts';
import { textsOfFiles } from '../imported.ts';

const suite = Suite.parse({
  id: 'tables',
  title: 'Tables',
  description: 'Tables',
  environment: {
    debian: ['poppler-utils'],
    pip: ['openpyxl==3.1.5'],
    variables: { STYLE: 'plain' },
    machine: { cpus: 2 },
  },
});

type Given = { grade?: Files; environment?: Files; suiteChange?: object };

function exported(change: object, { grade = [], environment = [], suiteChange = {} }: Given = {}) {
  const task = Task.parse({
    ...{ id: 'one', level: 'edge', objective: 'One', prompt: 'Do one.', expected: 'One' },
    graders: [{ kind: 'file-content', title: "It's there", path: "it's.txt", equals: 'a\n' }],
    ...change,
  });
  const skill = { name: 'tables', files: [textFile('SKILL.md', 'x')] };
  const tasks = [{ task, workspace: [textFile('in.txt', 'a')], grade, solution: [], environment }];
  const { files, losses } = harborFiles({
    suite: Suite.parse({ ...suite, ...suiteChange }),
    skill,
    environment: [],
    tasks,
    judge: '// judges\n',
  });
  return { files: textsOfFiles(files), losses: losses.map(({ file, detail }) => `${file}: ${detail}`) };
}

const ONE_REWARD =
  'suite.yaml: The graders of 1 task become one reward in tests/test.sh, which names them as it decides: an import has one grader for each task.';

test('a task becomes a folder of Harbor with its environment, and Harbor moves its skill', () => {
  const { files, losses } = exported({
    network: { kind: 'allow', hosts: ['api.example.com'] },
    limits: { maxSeconds: 90 },
  });
  expect(losses).toEqual([ONE_REWARD]);
  expect(Object.keys(files)).toEqual([
    'one/task.toml',
    'one/instruction.md',
    'one/environment/Dockerfile',
    'one/environment/workspace/in.txt',
    'one/environment/skills/tables/SKILL.md',
    'one/tests/test.sh',
    'one/tests/assay-judge.mjs',
  ]);
  expect(files['one/environment/Dockerfile']).toMatch(
    / poppler-utils python3-pip .*\n.* openpyxl==3\.1\.5\nWORKDIR \/workspace\nCOPY workspace\/ \/workspace\/\nCOPY skills\/ \/skills\/\n$/,
  );
  expect(files['one/task.toml']).toMatch(/timeout_sec = 90\n/);
  expect(files['one/task.toml']).toContain('allowed_hosts = [ "api.example.com" ]');
  expect(files['one/task.toml']).toContain('STYLE = "plain"');
  expect(files['one/tests/test.sh']).toContain(
    `check 'It'\\''s there' 'timeout 60 node /grade/assay-judge.mjs `,
  );
});

test.each([
  [
    'a judged one',
    { graders: [{ kind: 'rubric', title: 'Nice', criteria: ['It is nice'] }] },
    'Nothing in Harbor decides its rubric grader, "Nice".',
  ],
  [
    'one with fixtures',
    { network: { kind: 'fixtures', fixtures: [{ url: 'a' }] } },
    'Nothing in Harbor answers in the place of the network.',
  ],
  [
    'one with a picture in a group',
    {
      graders: [
        {
          ...{ kind: 'group', title: 'Either', atLeast: 1 },
          graders: [
            { kind: 'text', title: 'Text', path: 'a.txt', contains: ['a'] },
            { kind: 'picture', title: 'Small', path: 'a.png', width: 3 },
          ],
        },
      ],
    },
    'Nothing in Harbor decides its picture grader, "Small".',
  ],
  ['one with turns', { turns: [{ say: 'More' }] }, 'Nobody speaks a second time in a task of Harbor.'],
  [
    'one with a history',
    { git: { commits: [{ message: 'Start' }] } },
    'No files of a git repository are written, because git obeys its configuration.',
  ],
])('%s is left out whole, and named', (_, change, detail) => {
  expect(exported(change)).toEqual({ files: {}, losses: [`one/task.yaml: ${detail}`] });
});

test('what a task lacks in Harbor is named', () => {
  const network = { kind: 'allow', hosts: ['a.example', 'b.example'], unopened: ['b.example'] };
  const limits = { maxTokens: 1000, maxRequests: 7 };
  const { files, losses } = exported(
    { network, limits },
    {
      environment: [
        textFile('Dockerfile', 'ARG BASE_IMAGE\nFROM golang AS built\nFROM $BASE_IMAGE\n'),
        textFile('workspace/in.txt', 'b'),
      ],
      suiteChange: { network, secrets: [{ name: 'A_TOKEN', hosts: ['a.example'] }] },
    },
  );
  expect(files).toHaveProperty(['one/tests/test.sh']);
  expect(files['one/task.toml']).toContain('assay_max_requests = 7');
  expect(losses).toEqual([
    'suite.yaml: The tasks get no secrets. Give Harbor those of the services they reach.',
    'one/task.yaml: Only time limits a task in Harbor.',
    'one/task.yaml: Nothing in Harbor says which connections stay unopened.',
    'one/environment/workspace/in.txt: Another file has its place. Put what it does elsewhere.',
    'one/environment/Dockerfile: It has several stages. Put what it does into the new one.',
    ONE_REWARD,
  ]);
});

test.each(['test.sh', 'assay-judge.mjs'])('a file %s never takes the place of the verifier', (path) => {
  expect(exported({}, { grade: [textFile(path, 'exit 0')] })).toEqual({
    files: {},
    losses: [`one/task.yaml: grade/${path} has the name of a file of the verifier in Harbor.`],
  });
});

test('what environments install, place and run is in the image', () => {
  const dockerfile =
    'ARG BASE_IMAGE\nFROM $BASE_IMAGE\nRUN rm -rf /tests && ln -s /grade /tests\nCOPY a.sh /opt/\n';
  const { files, losses } = exported(
    { environment: { debian: ['jq'], timeZone: 'Europe/Berlin', locale: 'de_DE.UTF-8' } },
    {
      environment: [
        textFile('Dockerfile', `${dockerfile}USER nobody\n`),
        textFile('a.sh', 'true\n'),
        textFile('files/etc/b.conf', 'b\n'),
        ...['requirements.txt', 'package.json', 'package-lock.json'].map((path) => textFile(path, '{}')),
      ],
    },
  );
  expect(losses).toEqual([ONE_REWARD]);
  expect(files).toMatchObject({
    'one/environment/a.sh': 'true\n',
    'one/environment/files/etc/b.conf': 'b\n',
  });
  expect(files['one/environment/Dockerfile']?.split('\n').slice(2)).toEqual([
    'WORKDIR /workspace',
    'COPY a.sh /opt/',
    'USER nobody',
    'USER root',
    'COPY files/ /',
    expect.stringContaining(' poppler-utils jq python3-pip tzdata locales '),
    'COPY requirements.txt /tmp/requirements.txt',
    'RUN pip3 install --break-system-packages --no-cache-dir -r /tmp/requirements.txt',
    'RUN pip3 install --break-system-packages --no-cache-dir openpyxl==3.1.5',
    'COPY package.json package-lock.json /opt/environment/',
    expect.stringContaining('npm ci'),
    'ENV PATH=/opt/environment/node_modules/.bin:$PATH',
    'ENV TZ=Europe/Berlin',
    'RUN localedef -i de_DE -f UTF-8 de_DE.UTF-8',
    'ENV LANG=de_DE.UTF-8',
    'WORKDIR /workspace',
    'COPY workspace/ /workspace/',
    'COPY skills/ /skills/',
    '',
  ]);
});

test('a task that only runs commands needs no judge', () => {
  const graders = [{ kind: 'command-exit', title: 'It runs', command: 'true', exitCode: 3 }];
  const { files } = exported({ graders });
  expect(Object.keys(files)).not.toContain('one/tests/assay-judge.mjs');
  expect(files['one/tests/test.sh']).toContain("timeout 60 bash -c '\\''true'\\''; [ $? -eq 3 ]");
});
