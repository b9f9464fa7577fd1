import { type BothEnds, bothEnds } from '../../base/both-ends.ts';
import { printable, printableLines } from '../../base/printable.ts';
import type { TranscriptEvent } from '../../contracts/transcript.ts';
import type { Tone } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { describeLeftOut, eventLabel } from '../transcript/event-label.ts';
import { eventText, isErrorEvent, isSilent, toolOf, whyNotCounted } from '../transcript/event-text.ts';
import { paint } from './paint.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';
import { wrapLiteral } from './wrap-literal.ts';

const INDENT = '    ';
/** What an agent says may be shown in full; the output of its tools is often long. */
const MOST = {
  words: { lines: { head: 400, tail: 200 }, characters: { head: 60_000, tail: 30_000 } },
  tools: { lines: { head: 40, tail: 20 }, characters: { head: 8000, tail: 4000 } },
} as const;

const TONES = {
  system: 'muted',
  user: 'strong',
  assistant: 'accent',
  'tool-call': 'action',
  'tool-result': 'plain',
  rejection: 'bad',
} as const satisfies Record<TranscriptEvent['kind'], Tone>;

/** Shows every event with its own lines and indentation. Only printable characters reach the terminal. */
export function transcriptSection(events: readonly TranscriptEvent[], options: ReportOptions): string[] {
  const shown = events.filter((event) => !isSilent(event)).map((event) => showEvent(event, options));
  const hint = shown.some(({ isCut }) => isCut)
    ? paragraph('For the full text use --json, or --wire for the raw requests and answers.', 'muted', options)
    : [];
  const lines = shown.flatMap((event, index) => (index === 0 ? event.lines : ['', ...event.lines]));
  return section('Transcript', hint.length === 0 ? lines : [...lines, '', ...hint], options);
}

function showEvent(event: TranscriptEvent, options: ReportOptions): { lines: string[]; isCut: boolean } {
  const { kind, atMs } = event;
  const isError = isErrorEvent(event);
  const tone = isError ? 'bad' : TONES[kind];
  const label = printable(
    eventLabel({ kind, atMs, tool: toolOf(event), isError, notCounted: whyNotCounted(event) }),
  );
  const body = textLines(event, options.columns - INDENT.length);
  const painted = body.lines.map((line) => (line === '' ? '' : INDENT + paint(tone, line, options.colour)));
  return { lines: [`  ${paint(tone, label, options.colour)}`, ...painted], isCut: body.isCut };
}

/** Cuts by characters first, so that a line of millions is not laid out, and then by lines. */
function textLines(event: TranscriptEvent, width: number): { lines: string[]; isCut: boolean } {
  const most = event.kind === 'tool-call' || event.kind === 'tool-result' ? MOST.tools : MOST.words;
  const ends = bothEnds(eventText(event), most.characters);
  const lines = linesOf(ends).flatMap((line) => wrapLiteral(line, width));
  const leftOut = lines.length - most.lines.head - most.lines.tail;
  if (leftOut <= 0) return { lines, isCut: ends.leftOut > 0 };
  const gap = describeLeftOut(leftOut, 'lines');
  const shown = [...lines.slice(0, most.lines.head), gap, ...lines.slice(-most.lines.tail)];
  return { lines: shown, isCut: true };
}

function linesOf({ head, leftOut, tail }: BothEnds): string[] {
  const gap = leftOut === 0 ? [] : [describeLeftOut(leftOut, 'characters'), ...printableLines(tail)];
  const lines = [...printableLines(head), ...gap];
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
