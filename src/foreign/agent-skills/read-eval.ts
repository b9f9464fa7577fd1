import { FieldReader, type Fields, isFields, plainKey, textOf } from './fields.ts';
import { secondsIn } from './seconds.ts';

/** One thing that an author expects of the work. */
export type Expectation = {
  /** Where it stands, from the eval on. */
  place: string;
  /** In the author's words; `null` if it is only said in fields. */
  text: string | null;
  /** Its other fields. */
  fields: Fields;
  /** A regular expression that the work has to match, or must not match if its sense is `forbidden`. */
  pattern?: string;
  /** `negative`: the text says that something is not so. `forbidden`: what the text says must not be so. */
  sense: 'positive' | 'negative' | 'forbidden';
};

/** An eval in the words of all dialects together. */
export type Eval = {
  name: string;
  /** What it is about, in words for people. */
  description: string | null;
  /** Its own name, if it has one. */
  title: string | null;
  /** Several for a conversation, none if nothing is asked. */
  turns: readonly string[];
  /** A right outcome, described as a whole. */
  outcome: string | null;
  expectations: readonly Expectation[];
  files: readonly unknown[];
  maxSeconds: number | null;
  isEdge: boolean;
  /** Whether the skill should be used; `null` if the eval is not about that. */
  shouldTrigger: boolean | null;
  /** Whether the skill should be used, if that is said by yes or no, so that its prompt is a query. */
  isToBeInvoked: boolean | null;
  /** Keys that were not understood. */
  ignored: readonly string[];
};

const PROMPTS = ['prompt', 'question', 'query', 'userrequest', 'userprompt', 'usermessage', 'userinput'];
const OTHER_PROMPTS = [
  'input',
  'instruction',
  'instructions',
  'task',
  'message',
  'messages',
  'request',
  'turns',
];
const OUTCOMES = ['expectedoutput', 'groundtruth', 'expectedresult', 'expectedoutcome', 'expectedresponse'];
const OTHER_OUTCOMES = ['expectedanswer', 'referenceanswer', 'reference', 'idealresponse', 'goldenanswer'];
/** Lists of expectations; a text alone under one of them describes the outcome. */
const LISTS = ['assertions', 'expectations', 'expectedbehavior', 'expectedbehaviors', 'expectedbehaviour'];
const OTHER_LISTS = ['assert', 'asserts', 'checks', 'criteria', 'rubric', 'rubrics', 'evaluationcriteria'];
const MORE_LISTS = ['successcriteria', 'passcriteria', 'acceptancecriteria', 'graders', 'requirements'];
/** What holds other fields, or is a list itself. */
const NESTED = ['expect', 'expected', 'execution', 'evaluation', 'grading', 'validation'];
const FORBIDDEN = ['antiexpectations', 'antiassertions', 'fail', 'failures', 'forbidden', 'redflags'];
/** How the names of fields begin that an author has made up for the same purpose. */
const MADE_UP = /^(?:expected|must|should)/;
const MADE_UP_FORBIDDEN = /^(?:mustnot|shouldnot)/;
/** What belongs to the question of whether a skill is used at all. */
const TRIGGERS = ['shouldtrigger', 'shouldactivate', 'trigger', 'triggers'];
const OTHER_TRIGGERS = ['expectedskill', 'expectedskills', 'mustnotactivate', 'routing', 'expectedscript'];
const LEVELS = ['category', 'type', 'kind', 'level', 'caseset', 'difficulty'];
const DESCRIPTIONS = ['description', 'desc', 'objective', 'summary', 'purpose'];

export function readEval(fields: Fields, index: number): Eval {
  const reader = new FieldReader(fields);
  const id = reader.text(['id', 'evalid']);
  const name = reader.text(['name', 'evalname', 'title']) ?? (id !== null && /\D/.test(id) ? id : null);
  const turns = turnsOf(reader);
  const levels = reader.take(LEVELS).map(({ value }) => textOf(value) ?? '');
  const triggers = reader.take([...TRIGGERS, ...OTHER_TRIGGERS]);
  const maxSeconds = secondsIn(reader);
  const said = saidByYesOrNo(triggers);
  const files = reader.take(['files', 'inputfiles', 'attachments']).flatMap(({ value }) => value);
  const description = reader.text(DESCRIPTIONS);
  const { outcome, expectations } = expectedIn(reader, '');
  return {
    ...{
      name: name ?? `eval-${id ?? index + 1}`,
      title: name,
      description,
      turns,
      outcome,
      expectations,
      files,
    },
    maxSeconds,
    isEdge: levels.some((level) => /\b(?:edge|boundary|adversarial|negative|error)\b/i.test(level)),
    shouldTrigger: shouldTriggerOf(triggers),
    isToBeInvoked: said,
    ignored: [...reader.rest(), ...triggers.filter(({ value }) => value !== said)].map(({ key }) => key),
  };
}

function shouldTriggerOf(triggers: readonly { key: string; value: unknown }[]): boolean | null {
  if (triggers.length === 0) return null;
  return !triggers.some(({ key, value }) => value === false || plainKey(key) === 'mustnotactivate');
}

function saidByYesOrNo(triggers: readonly { key: string; value: unknown }[]): boolean | null {
  const said = triggers.find(
    ({ key, value }) => TRIGGERS.includes(plainKey(key)) && typeof value === 'boolean',
  );
  return said === undefined ? null : said.value === true;
}

function turnsOf(reader: FieldReader): string[] {
  const [field] = reader.take(PROMPTS);
  const { value } = field ?? reader.take(OTHER_PROMPTS)[0] ?? flowOf(reader);
  return turnsIn(value);
}

/** A list under a key that begins like that of a prompt, such as `query_flow`, is a conversation. */
function flowOf(reader: FieldReader): { value: unknown } {
  const isFlow = ({ key, value }: { key: string; value: unknown }) =>
    Array.isArray(value) && PROMPTS.some((name) => plainKey(key).startsWith(name));
  return (
    reader.take(
      reader
        .rest()
        .filter(isFlow)
        .map(({ key }) => plainKey(key)),
    )[0] ?? { value: null }
  );
}

function turnsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(turnsIn);
  if (!isFields(value)) return [];
  const reader = new FieldReader(value);
  const role = reader.text(['role']) ?? 'user';
  return role === 'user' ? turnsIn(reader.take([...PROMPTS, 'input', 'content', 'text'])[0]?.value) : [];
}

/** What is expected, in the fields of an eval or in those of an object within it. `within` is where these stand. */
function expectedIn(reader: FieldReader, within: string): Pick<Eval, 'outcome' | 'expectations'> {
  const lists = reader.take([...LISTS, ...OTHER_LISTS, ...MORE_LISTS]);
  const whole = reader.text([...OUTCOMES, ...OTHER_OUTCOMES]);
  const nested = reader.take(NESTED).map(({ key, value }) => nestedIn(value, `${within}${key}`));
  const forbidden = reader.take(FORBIDDEN);
  const madeUp = reader.rest().filter(({ key }) => MADE_UP.test(plainKey(key)));
  const taken = reader.take(madeUp.map(({ key }) => plainKey(key)));
  const ofKey = (isForbidden: boolean) =>
    taken.filter(({ key }) => MADE_UP_FORBIDDEN.test(plainKey(key)) === isForbidden);
  const single = lists.map(({ value }) => textOf(value)).find((text) => text !== null) ?? null;
  return {
    outcome: whole ?? nested.map((one) => one.outcome).find((text) => text !== null) ?? single,
    expectations: [
      ...lists.filter(({ value }) => textOf(value) === null).flatMap((field) => listed(field, within)),
      ...nested.flatMap((one) => one.expectations),
      ...ofKey(false).flatMap((field) => named(field, within)),
      ...[
        ...forbidden.flatMap((field) => listed(field, within)),
        ...ofKey(true).flatMap((field) => perhapsPatterns(field, within)),
      ].map((one) => ({ ...one, sense: 'forbidden' as const })),
    ],
  };
}

function nestedIn(value: unknown, place: string): Pick<Eval, 'outcome' | 'expectations'> {
  const text = textOf(value);
  if (text !== null) return { outcome: text, expectations: [] };
  if (isFields(value)) return expectedIn(new FieldReader(value), `${place}.`);
  return { outcome: null, expectations: listed({ key: place, value }, '') };
}

/** The expectations under one key: a list of texts and objects, or an object with names for them. */
function listed({ key, value }: { key: string; value: unknown }, within: string): Expectation[] {
  const place = `${within}${key}`;
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) => expectation(one, `${place}[${index}]`));
  if (!isFields(value) || Object.hasOwn(value, 'type')) return expectation(value, place);
  return Object.entries(value).flatMap(([name, one]) => {
    const text = textOf(one);
    return text === null
      ? expectation(one, `${place}.${name}`)
      : expectation(`${name}: ${text}`, `${place}.${name}`);
  });
}

/** Under a key that an author has made up, its name is a part of what is expected. */
function named(field: { key: string; value: unknown }, within: string): Expectation[] {
  return perhapsPatterns(field, within).map((one) => ({
    ...one,
    text: `${field.key}: ${one.text ?? inWords(one.fields)}`,
  }));
}

function perhapsPatterns(field: { key: string; value: unknown }, within: string): Expectation[] {
  const arePatterns = PATTERNS.includes(plainKey(field.key)) && isPatternList(field.value);
  return listed(field, within).map((one) =>
    arePatterns && one.text !== null ? { ...one, pattern: one.text } : one,
  );
}

/** Such a list holds regular expressions, unless its items read like prose. */
const PATTERNS = ['musthave', 'mustnothave', 'mustmatch', 'mustnotmatch'];
const PATTERN_SIGNS = /\\[bBsSdDwW.]|\.[*+]|^\^|\$$|\||\[[^\][]+\]|\(\?/;
const MOST_WORDS = 4;

function isPatternList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const texts = value.map(textOf);
  const isPattern = (text: string | null) => text !== null && PATTERN_SIGNS.test(text);
  return texts.some(isPattern) && texts.every((text) => text !== null && plainWords(text) <= MOST_WORDS);
}

function plainWords(text: string): number {
  return text.split(/\s+/).filter((word) => /^[\p{L}]{2,}$/u.test(word)).length;
}

const TEXTS = ['text', 'description', 'assertion', 'expectation', 'criterion', 'claim', 'statement', 'name'];

function expectation(value: unknown, place: string): Expectation[] {
  const text = textOf(value);
  if (text !== null) return [{ place, text, fields: {}, sense: senseOf(text) }];
  if (!isFields(value)) return [];
  const words = new FieldReader(value).text(TEXTS);
  return [{ place, text: words, fields: value, sense: senseOf(words ?? '') }];
}

/** Finds English sentences that begin with what is not so. What another one leaves out is up to the judge. */
function senseOf(text: string): Expectation['sense'] {
  const start = text.slice(0, 100);
  const isNegative =
    /^\W*(?:(?:the |an? )?\w+ )?(?:(?:do|does|did|is|are|was|were) not|(?:do|does|did|is|are|was|were)n't)\b/i.test(
      start,
    ) || /^\W*(?:not|never|avoids?)\b/i.test(start);
  return isNegative ? 'negative' : 'positive';
}

/** An object from outside as a criterion. */
export function inWords(fields: Fields): string {
  return JSON.stringify(fields);
}
