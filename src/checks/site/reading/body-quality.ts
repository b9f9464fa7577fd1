export type BodyCue = 'workflow' | 'input-output' | 'example' | 'validation';
export type BodyQuality = { characters: number; lines: number; missingCues: BodyCue[]; flaws: string[] };

/**
 * A shorter body is too thin for steps, an example and a check. The upper limits are the specification's, at
 * four characters per token.
 */
const MIN_CHARACTERS = 200;
const MAX_LINES = 500;
const MAX_TOKENS = 5000;
const CHARACTERS_PER_TOKEN = 4;

/**
 * Words and forms that indicate instructions of each kind. They are English, so they lead to warnings at
 * most.
 */
const CUES: Record<BodyCue, RegExp> = {
  workflow:
    /^[ \t]*(\d+[.)]|#{1,6} .*\b(steps?|workflow|process|procedure|usage|instructions?|how|quick ?start)\b)|\b(first|then|finally)\b/im,
  'input-output':
    /\b(inputs?|outputs?|arguments?|parameters?|returns?|results?|formats?|produces?|reads?|writes?)\b/i,
  example: /```|~~~|\b(examples?|for instance|e\.g\.|such as)/i,
  validation: /\b(verif(y|ies)|validat\w+|checks?|tests?|ensures?|confirms?|make sure|double-check)\b/i,
};
const CUE_NAMES: readonly BodyCue[] = ['workflow', 'input-output', 'example', 'validation'];

export function bodyQuality(body: string): BodyQuality {
  const text = body.trim();
  const characters = [...text].length;
  const lines = text === '' ? 0 : text.split('\n').length;
  const isJudged = !/[^\P{L}\p{scx=Latn}]/u.test(text);
  const missingCues = isJudged ? CUE_NAMES.filter((cue) => !CUES[cue].test(text)) : [];
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const flaws = [
    ...(characters < MIN_CHARACTERS
      ? [`The body has ${characters} characters, fewer than ${MIN_CHARACTERS}`]
      : []),
    ...(lines > MAX_LINES ? [`The body has ${lines} lines, more than ${MAX_LINES}`] : []),
    ...(tokens > MAX_TOKENS ? [`The body has about ${tokens} tokens, more than ${MAX_TOKENS}`] : []),
    ...(missingCues.length > 0 ? [`The body has no sign of: ${missingCues.join(', ')}`] : []),
  ];
  return { characters, lines, missingCues, flaws };
}
