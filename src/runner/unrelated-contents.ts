import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../base/seeded-random.ts';
import type { SingleGraderSpec } from '../contracts/grader-spec.ts';

/** What a file is to be: its name below the workspace, what a solution has in it, and what graders look at it. */
export type FormOf = {
  name: string;
  content: Uint8Array;
  kinds: ReadonlySet<SingleGraderSpec['kind']>;
};

/** Contents without any relation to a task: each is tried in the place of all that a solution makes. */
export type UnrelatedContent = {
  what: string;
  /** Whether it says something, though nothing that has to do with the task. */
  hasWords: boolean;
  contentOf: (form: FormOf) => Uint8Array;
};

const SENTENCE = 'Left over, with no relation to anything.\n';

/**
 * Contents of several lengths and vocabularies, and others that are valid in their format. The words are made from a seed, so
 * that no list of words that must not be there can hold them all.
 */
export function unrelatedContents(seed: string): UnrelatedContent[] {
  const word = wordMaker(seededRandom(seed));
  const texts: [string, string][] = [
    ['is empty', ''],
    ['is one unrelated word', `${word()}\n`],
    ['has unrelated words', SENTENCE],
    ['is a long text about nothing', longText(word)],
  ];
  const variants = variantsOf(word);
  const most = Math.max(...Object.values(variants).map(({ length }) => length));
  const valid = Array.from({ length: most }, (_, at): UnrelatedContent => {
    const contentOf = (form: FormOf) => {
      const all = variants[formatOf(form)];
      return all[Math.min(at, all.length - 1)] ?? Buffer.from(SENTENCE);
    };
    const what = `has unrelated content that is valid in its format (${at + 1})`;
    return { what, hasWords: true, contentOf };
  });
  return [
    ...texts.map(([what, text]) => ({ what, hasWords: text !== '', contentOf: () => Buffer.from(text) })),
    ...valid,
  ];
}

type Word = () => string;

/** Words of no language, in which no two letters of a kind meet. */
function wordMaker(random: () => number): Word {
  const anyOf = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const syllable = () => `${anyOf('bdfgklmnprstvz')}${anyOf('aeiou')}`;
  return () => Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('');
}

const PARAGRAPHS = 12;
const SENTENCES = 4;
const WORDS = 9;

function longText(word: Word): string {
  const several = <Item>(count: number, item: () => Item) => Array.from({ length: count }, item);
  const sentence = () => `${several(WORDS, word).join(' ')}.`;
  const paragraph = () => `${several(SENTENCES, sentence).join(' ')}\n`;
  return [`# ${word()}\n`, `- ${word()}\n`, ...several(PARAGRAPHS, paragraph)].join('\n');
}

type Format =
  | 'text'
  | 'json'
  | 'jsonl'
  | 'table'
  | 'tabs'
  | 'xml'
  | 'settings'
  | 'png'
  | 'pdf'
  | 'zip'
  | 'gzip';

function formatOf({ name, content, kinds }: FormOf): Format {
  if (kinds.has('json-equals') || kinds.has('json-schema')) return 'json';
  if (kinds.has('csv-equals')) return 'table';
  if (kinds.has('pdf')) return 'pdf';
  if (kinds.has('picture')) return 'png';
  return BY_ENDING.get(extname(name).toLowerCase()) ?? (isJson(content) ? 'json' : 'text');
}

const BY_ENDING: ReadonlyMap<string, Format> = new Map([
  ...([
    ['.json', 'json'],
    ['.jsonl', 'jsonl'],
    ['.csv', 'table'],
    ['.tsv', 'tabs'],
  ] as const),
  ...(['.xml', '.html', '.htm', '.svg'] as const).map((ending) => [ending, 'xml'] as const),
  ...(['.toml', '.ini', '.cfg', '.conf', '.env'] as const).map((ending) => [ending, 'settings'] as const),
  ...(['.yaml', '.yml'] as const).map((ending) => [ending, 'json'] as const),
  ...(['.zip', '.xlsx', '.docx', '.pptx', '.jar'] as const).map((ending) => [ending, 'zip'] as const),
  ...(['.gz', '.tgz'] as const).map((ending) => [ending, 'gzip'] as const),
  ...([
    ['.png', 'png'],
    ['.pdf', 'pdf'],
  ] as const),
]);

/** More is not parsed on the event loop to learn what it is. */
const MOST_PARSED = 256 * 1024;

function isJson(content: Uint8Array): boolean {
  if (content.length > MOST_PARSED) return false;
  try {
    return typeof JSON.parse(Buffer.from(content).toString()) === 'object';
  } catch {
    // Whatever is no JSON is a text.
    return false;
  }
}

function variantsOf(word: Word): Record<Format, readonly Uint8Array[]> {
  const [a, b, c, d] = [word(), word(), word(), word()];
  const lines = (...all: string[]) => Buffer.from(`${all.join('\n')}\n`);
  return {
    text: [lines(`${a}: ${b}`, `${c}: ${d}`)],
    json: [lines('{}'), lines('[]'), lines(JSON.stringify({ [a]: b })), lines(JSON.stringify([c, d]))],
    jsonl: [lines('{}'), lines(JSON.stringify({ [a]: b }), JSON.stringify({ [a]: c }))],
    table: [lines(`${a},${b}`), lines(`${a},${b}`, `${c},${d}`)],
    tabs: [lines(`${a}\t${b}`), lines(`${a}\t${b}`, `${c}\t${d}`)],
    xml: [
      lines(`<html><body><p>${a} ${b}</p></body></html>`),
      lines('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    settings: [lines(`${a} = "${b}"`), lines(`[${a}]`, `${b} = "${c}"`)],
    png: [PNG],
    pdf: [onePage(`${a} ${b}`)],
    zip: [EMPTY_ZIP],
    gzip: [gzipSync(`${a} ${b}\n`)],
  };
}

/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);

const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/** A page of A4. */
function onePage(text: string): Buffer {
  const drawn = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  const head = '%PDF-1.4\n';
  const places = objects.map((_, at) => head.length + objects.slice(0, at).join('').length);
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const body = `${head}${objects.join('')}`;
  const count = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}
