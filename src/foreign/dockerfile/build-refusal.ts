import type { Instruction } from './parse-dockerfile.ts';
import { withoutDocument } from './run-document.ts';

/**
 * Instructions that a build may have. `ONBUILD` would act in another build, `HEALTHCHECK` in every sandbox, and `VOLUME`
 * would give every sandbox a place on the disk of the engine.
 */
const BUILDABLE = new Set([
  ...['ADD', 'ARG', 'CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'EXPOSE', 'FROM', 'LABEL', 'MAINTAINER', 'RUN'],
  ...['SHELL', 'STOPSIGNAL', 'USER', 'WORKDIR'],
]);
/** Flags are read in quotes and with escapes too, so that only plain ones are what they look like. */
const FLAG = /^--([a-z]+)(?:=([\w.:,@%/+${}-]*))?$/;
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  ADD: ['chown', 'chmod', 'link'],
  COPY: ['chown', 'chmod', 'link', 'from'],
  FROM: ['platform'],
};
const READS_DOCUMENTS = new Set(['ADD', 'COPY', 'RUN']);
const HERE_DOCUMENT = /(?:^|[^<])<<-?[^\s<]/;
/** Whatever may end a line or a word for one builder and not for another. */
const UNCLEAR = /[^\P{Cc}\t]|[\u2028\u2029\ufeff]/u;
/** Anything with which a source could become the address of something else. */
const ADDRESS = /[:@$\\]/;

/** Far more than anybody has. Each is looked for among those above it. */
export const MOST_STAGES = 100;

export const BASE = /^\$(?:BASE_IMAGE|\{BASE_IMAGE\})$/;
export const STAGE_NAME = /^[a-z][a-z0-9_.-]*$/i;

const UNCLEAR_DOCUMENT =
  'expected one here-document of at most 64 KiB with a plain name, and neither quotes nor "(" before its "<<", found another: builders read it differently. Put the text into a file beside the Dockerfile.';

/** The stages above an instruction, in their order; `null` for one without a name. */
export type StagesAbove = readonly (string | null)[];

/**
 * Says why an instruction must not be built; `null` if it may. A build has the engine of whoever runs it, where every
 * private image has a name. So only what the file itself makes from the sandbox image may be copied or stood on.
 */
export function buildRefusal(instruction: Instruction, above: StagesAbove): string | null {
  const { keyword, words } = instruction;
  if (!BUILDABLE.has(keyword)) return unknown(instruction);
  if (UNCLEAR.test(words) || words.endsWith('\\'))
    return 'expected an instruction that ends with its line, found a character that builders read differently. Remove it.';
  if (READS_DOCUMENTS.has(keyword) && HERE_DOCUMENT.test(words)) {
    if (keyword !== 'RUN')
      return 'expected no here-document, found "<<": builders read it differently. Put the text into a file beside the Dockerfile.';
    if (withoutDocument(instruction) === null) return UNCLEAR_DOCUMENT;
  }
  const { flags, rest } = flagsOf(words);
  const refused = flags.map((flag) => flagRefusal(keyword, flag, above)).find((why) => why !== null);
  if (refused !== undefined) return refused;
  if (keyword === 'FROM') return fromRefusal(rest, above);
  if (keyword === 'ADD' && ADDRESS.test(rest))
    return `expected ADD of files beside the Dockerfile, found "${shown(rest)}": the engine itself would fetch it. Fetch it in a RUN instruction.`;
  return null;
}

function unknown({ keyword }: Instruction): string {
  return `expected one of ${[...BUILDABLE].toSorted().join(', ')}, found "${shown(keyword)}". Remove it.`;
}

/** The flags before the other words of an instruction. */
export function flagsOf(words: string): { flags: string[]; rest: string } {
  const flags: string[] = [];
  let rest = words;
  while (rest.startsWith('--')) {
    const [flag = ''] = rest.split(/\s/, 1);
    flags.push(flag);
    rest = rest.slice(flag.length).replace(/^\s+/, '');
  }
  return { flags, rest };
}

function flagRefusal(keyword: string, flag: string, above: StagesAbove): string | null {
  const allowed = FLAGS[keyword] ?? [];
  const [, name = '', value = ''] = FLAG.exec(flag) ?? [];
  if (!allowed.includes(name)) {
    const expected =
      allowed.length === 0 ? 'no flag' : `no flag but ${allowed.map((one) => `--${one}`).join(', ')}`;
    return `expected ${expected} of ${keyword}, found "${shown(flag)}". Remove it.`;
  }
  if (name !== 'from' || stageAt(value, above) !== null) return null;
  return `expected --from to name a stage above, found "${shown(value)}". ${OTHER_IMAGES}`;
}

const OTHER_IMAGES =
  'Other images are not used, neither those of your engine nor those of a registry: install what is needed in a stage that stands on $BASE_IMAGE, or put it beside the Dockerfile.';

/** Which of the stages above a `--from` names; `null` if none of them. */
export function stageAt(named: string, above: StagesAbove): number | null {
  const index = /^\d{1,4}$/.test(named)
    ? Number(named)
    : above.findIndex((name) => name?.toLowerCase() === named.toLowerCase());
  return index >= 0 && index < above.length ? index : null;
}

function fromRefusal(rest: string, above: StagesAbove): string | null {
  const [image = '', as = 'AS', name = 'a', ...more] = rest.split(/[ \t]+/);
  if (more.length > 0 || as.toUpperCase() !== 'AS' || !STAGE_NAME.test(name))
    return `expected FROM $BASE_IMAGE AS NAME, found "FROM ${shown(rest)}". Write a plain name, or none.`;
  const isStage = STAGE_NAME.test(image) && stageAt(image, above) !== null;
  if (BASE.test(image) || image === 'scratch' || isStage) return null;
  return `expected FROM $BASE_IMAGE, FROM scratch or FROM a stage above, found "FROM ${shown(image)}". ${OTHER_IMAGES}`;
}

const SHOWN_CHARACTERS = 80;

function shown(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS);
}
