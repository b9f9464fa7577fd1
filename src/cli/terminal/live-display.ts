import { createLogUpdate } from 'log-update';
import { printable } from '../../base/printable.ts';
import type { Tone } from '../../report/facts/wording.ts';
import { paint } from '../../report/terminal/paint.ts';
import { keepAtBottom, noticeOptions } from './print.ts';

export type LiveLine = { text: string; tone: Tone };

/** Lines at the bottom of a terminal that change in place. Other output is written above them. */
export function liveDisplay(
  stream: NodeJS.WriteStream,
): { show(lines: readonly LiveLine[]): void } & Disposable {
  // The cursor stays visible. If it were hidden, it would have to be shown again however the process ends;
  // log-update does that with signal listeners of its own, which would end the process before anything is
  // cleaned up.
  const update = createLogUpdate(stream, { showCursor: true });
  const { colour } = noticeOptions();
  let frame = '';
  keepAtBottom({ clear: () => update.clear(), draw: () => update(frame) });
  return {
    show(lines) {
      frame = lines.map(({ text, tone }) => paint(tone, printable(text), colour)).join('\n');
      update(frame);
    },
    [Symbol.dispose]() {
      keepAtBottom(null);
      update.clear();
    },
  };
}
