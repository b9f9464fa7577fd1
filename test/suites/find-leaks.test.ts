import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Task } from '../../src/contracts/task.ts';
import { AnswerSearch } from '../../src/suites/answer-search.ts';
import { findLeaks, type Leaks } from '../../src/suites/find-leaks.ts';

const TABLE = `region,amount
East,300.00
North,1260.49
South,700.35
West,18.90
`;

const ROWS = [
  ['Harbour East', 300.5],
  ['Harbour West', 18.25],
];

type File = { path: string; executable: boolean; content: Uint8Array<ArrayBuffer> };
type Given = {
  prompt?: string;
  graders?: object[];
  workspace?: File[];
  environment?: File[];
  skill?: File[];
  grade?: File[];
  fixture?: string;
  answer?: ReturnType<typeof file>;
  headers?: Record<string, string>;
  variables?: Record<string, string>;
  suiteVariables?: Record<string, string>;
  arrivals?: { name: string; files: File[] }[];
  history?: ReadonlyMap<string, File[]>;
};

function file(path: string, content: string | Uint8Array): File {
  return { path, executable: false, content: Buffer.from(content) };
}

const WHOLE = {
  kind: 'file-content',
  title: 'The totals are right',
  path: 'out.csv',
  equalsFile: 'totals.csv',
};

function leaksOf({
  prompt = 'Sum up orders.csv.',
  graders = [WHOLE],
  skill = [],
  fixture,
  answer,
  headers = {},
  variables = {},
  suiteVariables = {},
  ...given
}: Given): Leaks {
  const from = answer === undefined ? { body: fixture } : { bodyFile: answer.path };
  const network = { kind: 'fixtures', fixtures: [{ url: '^https://sums', headers, ...from }] };
  const task = Task.parse({
    ...{ id: 'sum', level: 'common', objective: 'o', expected: 'e', prompt, graders },
    ...(fixture === undefined && answer === undefined ? {} : { network }),
    environment: { variables },
  });
  const files = {
    workspace: [],
    environment: [],
    grade: [file('totals.csv', TABLE)],
    solution: [],
    answers: answer === undefined ? [] : [answer],
    ...given,
  };
  const texts = { name: 'sums', description: '', body: '', settings: { variables: suiteVariables } };
  const about = { ...texts, files: skill, withheld: [], environment: [] };
  return findLeaks({ task, ...files }, about, new AnswerSearch());
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const DISGUISES = {
  base64: base64(TABLE),
  'wrapped base64': base64(TABLE).replaceAll(/.{20}/g, '$&\n'),
  hex: Buffer.from(TABLE).toString('hex'),
  gzip: gzipSync(TABLE),
  'gzip in base64': gzipSync(TABLE).toString('base64'),
  reversed: [...TABLE].reverse().join(''),
};

test.each(Object.entries(DISGUISES))(
  '%s of what is expected is found in a file that nobody names',
  (_, content) => {
    const hidden = [file('data/blob', 'begin'), file('data/other', content)];
    expect(leaksOf({ workspace: hidden }).problems).toEqual([
      { fault: 'answer-within-reach', detail: expect.stringContaining('grade/totals.csv (') },
    ]);
    expect(leaksOf({ environment: hidden }).problems).toHaveLength(1);
    expect(leaksOf({ skill: hidden }).problems).toHaveLength(1);
  },
);

test('a whole file that differs from what is expected in letter case, spaces and punctuation alone is a copy', () => {
  const copy = [file('old/sums.txt', TABLE.toUpperCase().replaceAll(',', '\t'))];
  expect(leaksOf({ workspace: copy }).problems).toEqual([
    { fault: 'answer-within-reach', detail: expect.stringContaining('it is in workspace/old/sums.txt') },
  ]);
  expect(leaksOf({ prompt: 'Tidy sums.txt.', workspace: copy })).toEqual({ problems: [], warnings: [] });
});

test('a packed file that the prompt names, and an answer of the network, may be what the task is about', () => {
  const packed = [file('incoming/blob.gz', gzipSync(TABLE))];
  const warning = expect.stringContaining('sum: The agent can read grade/totals.csv (gzip)');
  const named = leaksOf({ prompt: 'Unpack blob.gz into out.csv.', workspace: packed });
  expect(named).toEqual({ problems: [], warnings: [warning] });
  const inFolder = leaksOf({ prompt: 'Unpack what is incoming.', workspace: packed });
  expect(inFolder).toEqual({ problems: [], warnings: [warning] });
  expect(leaksOf({ fixture: base64(TABLE) })).toEqual({
    problems: [],
    warnings: [expect.stringContaining('base64')],
  });
  expect(leaksOf({ answer: file('blob.gz', gzipSync(TABLE)) })).toEqual({
    problems: [],
    warnings: [expect.stringContaining('gzip')],
  });
});

test('what an input says in plain text may be what is to be found there, unless it is long and nobody names the file', () => {
  const value = [
    { kind: 'file-content', title: 'It is found', path: 'a.txt', equals: 'customer 4711 from Harbour East' },
  ];
  const log = [file('log.txt', 'started\ncustomer 4711 from Harbour East\nended\n')];
  expect(leaksOf({ graders: value, workspace: log })).toEqual({ problems: [], warnings: [] });
  const long = `${TABLE}Isles,2000.10\nInland,77.05\n`;
  const grade = [file('totals.csv', long)];
  const notes = [file('notes.txt', `The totals of last time:\n${long}`)];
  expect(leaksOf({ workspace: notes, grade })).toEqual({
    problems: [],
    warnings: ['sum: The agent can read grade/totals.csv: it is in workspace/notes.txt.'],
  });
  expect(leaksOf({ prompt: 'Find them in notes.txt.', workspace: notes, grade }).warnings).toEqual([]);
});

test.each([
  ['as it is', TABLE],
  ['in capitals, with other separators', TABLE.toUpperCase().replaceAll(',', ' | ')],
  ['in base64', base64(TABLE)],
])('a prompt that holds the expected table %s is a fault', (_, told) => {
  expect(leaksOf({ prompt: `Sum up.\n\n${told}` }).problems).toEqual([
    { fault: 'prompt-holds-answer', detail: expect.stringContaining('The prompt holds what is expected') },
  ]);
});

test('a short answer is found in the prompt however it is written', () => {
  const graders = [
    { kind: 'sqlite', title: 'The rows are right', path: 'a.db', query: 'SELECT 1', rows: ROWS },
  ];
  const text = JSON.stringify(ROWS);
  for (const told of [JSON.stringify(ROWS, null, 2), base64(text), [...text].reverse().join('')])
    expect(leaksOf({ graders, prompt: `Write ${told}` }).problems).toHaveLength(1);
  expect(leaksOf({ graders, prompt: 'Write the rows of Harbour East and Harbour West.' }).problems).toEqual(
    [],
  );
});

test('half of the lines of an answer in the prompt are a warning, unless the inputs hold them too', () => {
  const prompt = 'The totals: North,1260.49 and South,700.35 and region,amount. Sum up the others.';
  expect(leaksOf({ prompt })).toEqual({
    problems: [],
    warnings: ['sum: The prompt holds 3 of 5 lines of grade/totals.csv.'],
  });
  const workspace = [file('orders.csv', TABLE.split('\n').slice(0, 4).join('\n'))];
  expect(leaksOf({ prompt, workspace })).toEqual({ problems: [], warnings: [] });
});

test('a picture that is expected is found in an archive, and one that is to stay as it is may be there twice', () => {
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452ffee00112233445566778899aabbccddeeff', 'hex');
  const graders = [{ kind: 'picture', title: 'It is the chart', path: 'chart.png', likeFile: 'chart.png' }];
  const grade = [file('chart.png', picture)];
  const task = (workspace: File[]) => leaksOf({ graders, workspace, grade }).problems;
  expect(task([file('old.bin', gzipSync(picture))])).toHaveLength(1);
  expect(task([file('old.bin', gzipSync(picture)), file('chart.png', picture)])).toEqual([]);
});

test('programs that grade are found packed in the skill, and lines that any program has are no part of them', () => {
  const judge = 'import json\nimport sys\nvalue = json.load(open(sys.argv[1]))\nsys.exit(value != 12)\n';
  const graders = [{ kind: 'command-exit', title: 'It is right', command: 'python3 /grade/judge.py' }];
  const grade = [file('judge.py', judge)];
  expect(leaksOf({ graders, grade, skill: [file('a.gz', gzipSync(judge))] }).problems).toHaveLength(1);
  const own = 'import json\nimport sys\nvalue = json.load(open(sys.argv[1]))\nprint(value)\n';
  expect(leaksOf({ graders, grade, skill: [file('a.py', own)] })).toEqual({
    problems: [],
    warnings: [],
  });
});

test('an answer in a variable or in the header of an answer is a fault, unless the prompt names where it is', () => {
  const value = 'customer 4711 from Harbour East';
  const graders = [{ kind: 'file-content', title: 'It is found', path: 'a.txt', equals: value }];
  const hiding: Given[] = [
    { variables: { LAST_ONE: value } },
    { suiteVariables: { LAST_ONE: base64(value) } },
    { fixture: '', headers: { 'X-Last': value } },
  ];
  for (const given of hiding) {
    expect(leaksOf({ graders, ...given }).problems).toMatchObject([{ fault: 'answer-within-reach' }]);
    const prompt = 'Write what LAST_ONE and the header X-Last say.';
    expect(leaksOf({ graders, prompt, ...given }).problems).toEqual([]);
  }
});

test.each(['a', 'pack'])(
  'a folder called %s is not named by a prompt that has its letters only',
  (folder) => {
    const workspace = [file(`${folder}/x.dat`, base64(TABLE))];
    const prompt = 'Unpack the list of orders as a table.';
    expect(leaksOf({ prompt, workspace }).problems).toHaveLength(1);
    expect(leaksOf({ prompt: `${prompt} It is in ${folder}/x.dat.`, workspace }).problems).toEqual([]);
    expect(leaksOf({ prompt: `${prompt} It is in "${folder}/".`, workspace }).problems).toEqual([]);
  },
);

const NOTE = { kind: 'text', title: 'It names the customer', path: 'a.txt' };
const PARTS = [
  [{ ...NOTE, contains: ['customer 4711'] }],
  [{ ...NOTE, matches: ['^[A-Z]: customer 4711( again)?$'] }],
  [{ kind: 'file-content', title: 'The log says so', path: 'a.txt', matches: 'customer 4711\\b' }],
  [{ kind: 'answer', title: 'The answer says so', contains: ['customer 4711'] }],
  [
    {
      ...{ kind: 'group', title: 'either', atLeast: 1 },
      graders: [
        { ...NOTE, contains: ['customer 4711'] },
        { ...NOTE, contains: ['nobody'] },
      ],
    },
  ],
];

test.each(PARTS)('what $kind looks for is found where nothing of a task belongs', (...graders) => {
  const hidden = 'customer 4711';
  const hiding: Given[] = [
    { variables: { LAST_ONE: hidden } },
    { suiteVariables: { LAST_ONE: base64(hidden) } },
    { fixture: '', headers: { 'X-Last': hidden } },
    { workspace: [file('data/blob', base64(hidden))] },
    { workspace: [file(`data/${Buffer.from(hidden).toString('hex')}.bin`, '')] },
    { environment: [file('files/opt/note.txt', base64(hidden))] },
    { environment: [file(`files/opt/${Buffer.from(hidden).toString('hex')}`, '')] },
    { skill: [file('assets/blob', base64(hidden))] },
    { skill: [file(`assets/${Buffer.from(hidden).toString('hex')}`, '')] },
    { arrivals: [{ name: 'more', files: [file(`data/${Buffer.from(hidden).toString('hex')}.bin`, '')] }] },
  ];
  for (const given of hiding)
    expect(leaksOf({ graders, ...given }).problems).toMatchObject([{ fault: 'answer-within-reach' }]);
  const told = `Write who it was. ${base64(hidden)}`;
  expect(leaksOf({ graders, prompt: told }).problems).toMatchObject([{ fault: 'prompt-holds-answer' }]);
});

test('what a grader looks for may be named by the prompt, given as an input, and said by the skill', () => {
  const graders = [{ ...NOTE, contains: ['customer 4711', 'total', 'disk full'] }];
  const log = [file('log.txt', 'started\ncustomer 4711: disk full\nended\n')];
  const fine: Given[] = [
    { prompt: 'Write a.txt about customer 4711, with the total.' },
    { workspace: log },
    { skill: [file('SKILL.md', 'Say "disk full" if the disk is full.')] },
    { variables: { STYLE: 'total' } },
    { fixture: 'customer 4711: disk full' },
    { answer: file('log.txt', 'customer 4711: disk full') },
  ];
  for (const given of fine) expect(leaksOf({ graders, ...given })).toEqual({ problems: [], warnings: [] });
  expect(leaksOf({ graders, environment: [file('files/opt/note.txt', 'The disk full of notes.')] })).toEqual({
    problems: [],
    warnings: [expect.stringContaining('"disk full"')],
  });
});

test.each(['1260.49', '1260.49\n'])('a few digits by themselves in a setting are found: %j', (value) => {
  const graders = [{ kind: 'file-content', title: 'The total', path: 'a.txt', equals: value }];
  const faults = (given: Given) => leaksOf({ graders, ...given }).problems.map(({ fault }) => fault);
  expect(faults({ variables: { TOTAL_SO_FAR: '1260.49' } })).toEqual(['answer-within-reach']);
  expect(faults({ fixture: '', headers: { 'X-Sum': '1260.49 EUR' } })).toEqual(['answer-within-reach']);
  expect(faults({ variables: { TOTAL_SO_FAR: '91260.4921' } })).toEqual([]);
  expect(faults({ prompt: 'Write TOTAL_SO_FAR.', variables: { TOTAL_SO_FAR: '1260.49' } })).toEqual([]);
});

test('a PDF or a server of which the prompt says all that is looked for is a fault', () => {
  const pdf = {
    kind: 'pdf',
    title: 'The invoice',
    path: 'a.pdf',
    pages: 1,
    contains: ['Invoice 7', '12 EUR'],
  };
  const answer = { status: 201, contains: ['Invoice 7'] };
  const http = { kind: 'http', title: 'It runs', start: 'x', port: 80, requests: [{ path: '/', answer }] };
  const exact = { kind: 'command-exit', title: 'It is right', command: 'true' };
  const faults = (graders: object[], prompt = 'Make Invoice 7 of 12 EUR.') =>
    leaksOf({ graders, prompt }).problems.map(({ fault }) => fault);
  expect(faults([pdf])).toEqual(['prompt-holds-answer']);
  expect(faults([http])).toEqual(['prompt-holds-answer']);
  expect(faults([{ kind: 'group', title: 'g', atLeast: 1, graders: [pdf, exact] }])).toEqual([
    'prompt-holds-answer',
  ]);
  expect(faults([{ kind: 'group', title: 'g', atLeast: 2, graders: [pdf, exact] }])).toEqual([]);
  expect(faults([pdf, exact])).toEqual([]);
  expect(faults([pdf], 'Make Invoice 7.')).toEqual([]);
});

test('texts of which the prompt says all are a warning where work that repeats it can be tried', () => {
  const graders = [{ ...NOTE, contains: ['1260.49'], lacks: ['Write'] }];
  expect(leaksOf({ graders, prompt: 'Write 1260.49 into a.txt.' })).toEqual({
    problems: [],
    warnings: [
      'sum: The prompt has all that the graders look for: "1260.49". They have to look for something that is not said there.',
    ],
  });
  expect(leaksOf({ graders, prompt: 'Write the total.' })).toEqual({ problems: [], warnings: [] });
});

test('what is expected may be in the history, because to find it there may be the task', () => {
  const copy = leaksOf({ history: new Map([['start', [file('old.csv', TABLE)]]]) });
  expect(copy.problems).toEqual([]);
  expect(copy.warnings).toEqual([
    'sum: The agent can read grade/totals.csv: history/start/old.csv is a copy of it.',
  ]);
  const packed = leaksOf({ history: new Map([['start', [file('old.gz', gzipSync(TABLE))]]]) });
  expect(packed).toMatchObject({ problems: [], warnings: [expect.stringContaining('history/start/old.gz')] });
});
