const CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
/** A control, or what stands between two. */
const PIECE = /[\u202a-\u202e\u2066-\u2069]|[^\u202a-\u202e\u2066-\u2069]+/g;
const PARAGRAPH = /([\n\r\u0085\u2029]+)/;
/** As in UAX #9. */
const MAX_DEPTH = 125;

const OPENERS: Readonly<Record<string, Pick<Run, 'order' | 'isIsolate'>>> = {
  '\u202a': { order: 'forward', isIsolate: false },
  '\u202b': { order: 'pieces', isIsolate: false },
  '\u202d': { order: 'forward', isIsolate: false },
  '\u202e': { order: 'characters', isIsolate: false },
  '\u2066': { order: 'forward', isIsolate: true },
  '\u2067': { order: 'pieces', isIsolate: true },
  '\u2068': { order: 'forward', isIsolate: true },
};
const END_OF_EMBEDDING = '\u202c';
const END_OF_ISOLATE = '\u2069';

/** `pieces` are shown from right to left, but letters of Latin script within them are not; `characters` are. */
type Run = { order: 'forward' | 'pieces' | 'characters'; isIsolate: boolean; pieces: string[] };

/**
 * Text in the order in which it is shown, as far as characters that change the direction decide that (UAX #9). Text from right
 * to left without them stays as it is.
 */
export function displayOrder(text: string): string {
  if (!CONTROL.test(text)) return text;
  return text
    .split(PARAGRAPH)
    .map((part) => (CONTROL.test(part) ? shown(part) : part))
    .join('');
}

function shown(paragraph: string): string {
  const open: Run[] = [];
  let innermost: Run = { order: 'forward', isIsolate: false, pieces: [] };
  const close = () => {
    const outer = open.pop();
    if (outer === undefined) return;
    outer.pieces.push(textOf(innermost));
    innermost = outer;
  };
  for (const [piece] of paragraph.matchAll(PIECE)) {
    const opener = OPENERS[piece];
    if (opener !== undefined) {
      if (open.length >= MAX_DEPTH) continue;
      open.push(innermost);
      innermost = { ...opener, pieces: [] };
    } else if (piece === END_OF_EMBEDDING) {
      if (!innermost.isIsolate) close();
    } else if (piece === END_OF_ISOLATE) {
      if (![innermost, ...open].some(({ isIsolate }) => isIsolate)) continue;
      while (!innermost.isIsolate) close();
      close();
    } else innermost.pieces.push(innermost.order === 'characters' ? reversed(piece) : piece);
  }
  while (open.length > 0) close();
  return textOf(innermost);
}

function textOf({ order, pieces }: Run): string {
  return (order === 'forward' ? pieces : pieces.reverse()).join('');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
