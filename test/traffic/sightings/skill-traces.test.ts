import { expect, test } from 'vitest';
import { IN_REQUEST, IN_RESULT, SkillTraces } from '../../../src/traffic/sightings/skill-traces.ts';

const description = 'Cleans CSV files so that they can be loaded without surprises.';
const prompt = 'Please clean contacts.csv and write the result to clean.csv in the same folder.';
const inWorkspace = 'Dates are written as year, month and day, and never in the order of a country.';
const body = `# Tidy

Always run the bundled script before you look at the data yourself, because it reports
the line of the first ragged row. Never edit the input in place; write beside it instead.
${description}
${prompt}
${inWorkspace}
When a column holds two kinds of values, keep the kind that most of its rows have and list
the others in a file of their own, with the number of their line.
`;
const code = `\`\`\`python
import csv, pathlib
rows = list(csv.reader(pathlib.Path(source).open(newline="")))
widths = sorted({len(row) for row in rows}, reverse=True)
if len(widths) > 1: raise SystemExit(f"ragged: {widths}")
ragged = [number for number, row in enumerate(rows) if len(row) != widths[0]]
\`\`\``;
const list = `- Read the header row
- Trim every single cell
- Drop rows seen before
- Sort what is left
- Write dates as ISO
- Count what was dropped\n- Keep the input file\n- Name the worst line`;
const chinese = `# 整理表格
在查看数据之前，请始终先运行附带的脚本，因为它会报告第一个不完整行的行号。
切勿就地编辑输入文件；请把结果写在它旁边，并保留原来的列顺序。`;
const japanese = `# 表の整理
データを見る前に、必ず付属のスクリプトを実行してください。最初の不揃いな行の番号が報告されます。
入力ファイルをその場で編集せず、結果は隣に書き出してください。`;
const thai = 'ก่อนดูข้อมูลให้เรียกใช้สคริปต์ที่แนบมาเสมอ เพราะสคริปต์จะรายงานบรรทัดแรกที่ไม่สมบูรณ์ และอย่าแก้ไขไฟล์ต้นฉบับ';

function isFound(skill: string, texts: readonly string[], common: readonly string[] = [description, prompt]) {
  const traces = new SkillTraces(skill, IN_REQUEST);
  for (const text of common) traces.discount(text);
  for (const text of texts) traces.search(text);
  return traces.areEnough;
}

function numbered(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}${mark}${line}`)
    .join('\n');
}

function wrapped(text: string, width: number): string {
  return (text.replaceAll('\n', '').match(new RegExp(`.{1,${width}}`, 'gu')) ?? []).join('\n  > ');
}

const SHAPES: [string, (text: string) => string][] = [
  ['unchanged', (text) => text],
  ['in one line', (text) => text.replaceAll('\n', ' ')],
  ['in capitals', (text) => text.toUpperCase()],
  ['with numbered lines', (text) => numbered(text, '\t')],
  ['with numbered lines and arrows', (text) => numbered(text, '→')],
  ['in JSON', (text) => JSON.stringify({ content: text })],
  ['in JSON within JSON', (text) => JSON.stringify({ content: JSON.stringify({ text }) })],
  ['in ASCII-only JSON', (text) => JSON.stringify(text).replaceAll(/[^ -~]/g, escapeOf)],
  ['with Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['decomposed', (text) => text.normalize('NFD')],
  ['by its first two thirds', (text) => text.slice(0, (text.length * 2) / 3)],
  ['by its last two thirds', (text) => text.slice(text.length / 3)],
];

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const BODIES: [string, string][] = Object.entries({ prose: body, code, list, chinese, japanese, thai });

test.each(
  BODIES.flatMap(([name, text]) => SHAPES.map(([shape, shaped]) => [name, shape, shaped(text), text])),
)('a body of %s is recognised %s', (_, __, shaped = '', text = '') => {
  expect(isFound(text, ['something before', `Result:\n${shaped}`])).toBe(true);
});

test.each([
  ['prose', body.replace(/(\S+ \S+ \S+) /g, '$1\n> '), body],
  ['chinese', wrapped(chinese, 9), chinese],
  ['japanese', wrapped(japanese, 11), japanese],
])('a body of %s is recognised when it is rewrapped and quoted', (_, shaped, text) => {
  expect(isFound(text, [shaped])).toBe(true);
});

test.each([
  ['its description', description, body],
  ["the task's prompt", prompt, body],
  ['both, in JSON', JSON.stringify([description, prompt]), body],
  ['a sentence from it', 'Never edit the input in place; write beside it instead.', body],
  [
    'a text about the same subject',
    'Run a script over the data, report ragged rows and write the result beside it.',
    body,
  ],
  [
    'common code',
    'import csv, pathlib\nrows = list(csv.reader(open("a.csv")))\nfor row in rows: print(row)',
    code,
  ],
  [
    'a Chinese text about the same subject',
    '请运行脚本整理表格，报告不完整的行，然后把结果写到新的文件。',
    chinese,
  ],
  ['a Chinese text with the same phrases', (chinese.match(/.{7}/gu) ?? []).join('，另外还有，'), chinese],
  ['nothing', '', body],
])('%s is not the body', (_, candidate, text) => {
  expect(isFound(text, [candidate])).toBe(false);
});

test('text that the workspace contains is not a trace of a skill with the same text', () => {
  const quoting = `${inWorkspace}\n${code}`;
  expect(isFound(quoting, [quoting])).toBe(true);
  expect(isFound(quoting, [quoting], [`# Notes\n${inWorkspace}\n\n${code}\n`])).toBe(false);
});

test.each(['', '12 34', 'Use tabs.', 'Write the result to a file.', '使用制表符缩进'])(
  'a body too short to be distinctive is never found: %j',
  (text) => {
    expect(isFound(text, [text, 'anything'], [])).toBe(false);
  },
);

test('a body of one sentence is found only if it occurs whole', () => {
  const sentence = 'Indent every line of the table with tabs.';
  expect(isFound(sentence, [`Base directory: /skills/x\n\n${sentence}\n`], [])).toBe(true);
  expect(isFound(sentence, ['Indent every line of it with tabs.'], [])).toBe(false);
});

test('a body that only repeats its description is never found', () => {
  expect(isFound(description, [description])).toBe(false);
});

test('text that occurs without the skill is not a trace of it, in whatever form it comes back', () => {
  const traces = new SkillTraces(code, IN_REQUEST);
  traces.discount(JSON.stringify({ path: 'a.py', content: code }));
  for (const text of ['I write it.', JSON.stringify({ content: code }), code]) traces.search(text);
  expect(traces.areEnough).toBe(false);
});

test('a later repetition does not hide text that was found before it', () => {
  const traces = new SkillTraces(code, IN_REQUEST);
  traces.search(code.slice(0, 100));
  traces.discount(code.slice(0, 100));
  traces.search(code);
  expect(traces.areEnough).toBe(true);
});

test('parts that appear one after the other are found together', () => {
  const traces = new SkillTraces(body, IN_REQUEST);
  traces.search('Always run the bundled script before you look at the data');
  expect(traces.areEnough).toBe(false);
  traces.search('because it reports the line of the first ragged row. Never edit the input in place');
  expect(traces.areEnough).toBe(true);
});

test('a few words in a row count only where a weak proof is enough', () => {
  const line = 'the line of the first ragged row. Never edit';
  for (const [proof, expected] of [
    [IN_RESULT, true],
    [IN_REQUEST, false],
  ] as const) {
    const traces = new SkillTraces(body, proof);
    traces.search(line);
    expect(traces.areEnough).toBe(expected);
  }
});

test('only the beginning of an excessively long text is searched for', () => {
  const long = Array.from({ length: 100_000 }, (_, index) => `word${index}`).join(' ');
  const traces = new SkillTraces(long, IN_REQUEST);
  traces.search(long.slice(-5000));
  expect(traces.areEnough).toBe(false);
  traces.search(long.slice(0, 5000));
  expect(traces.areEnough).toBe(true);
});

test.each([
  ['backslashes', '\\'.repeat(2 ** 20)],
  ['marks on one letter', `a${'\u0301\u0316'.repeat(2 ** 19)}`],
  ['half-width marks', `a${'\uff9e\u0301'.repeat(2 ** 19)}`],
])('a megabyte of %s is searched to its end', (_, hostile) => {
  expect(isFound(body, [hostile])).toBe(false);
});

test('letters with combining marks are recognised as their words', () => {
  const vietnamese =
    'Luôn chạy tập lệnh đi kèm trước khi tự mình xem dữ liệu, vì nó báo cáo dòng hỏng đầu tiên.';
  expect(isFound(vietnamese, [vietnamese.normalize('NFD')], [])).toBe(true);
});
