import type { TextFile } from '../../../skill/text-file.ts';
import type { Signal } from '../signal.ts';

type OfFile = Pick<Signal, 'rule' | 'severity' | 'title'> & {
  /** What is shown of it, and marked as a whole; by default the beginning of its text is marked. */
  shown?: string;
};

/** A signal about a file as a whole, and no passage in it. */
export function fileSignal(file: TextFile, { rule, severity, title, shown }: OfFile): Signal {
  return {
    rule,
    severity,
    confidence: 'high',
    region: {
      kind: 'data',
      file,
      text: shown ?? file.text,
      offset: 0,
      language: null,
      headings: [],
      lead: '',
      layers: [],
    },
    start: 0,
    end: shown?.length ?? 0,
    polarity: 'asserted',
    isConcrete: true,
    title,
  };
}
