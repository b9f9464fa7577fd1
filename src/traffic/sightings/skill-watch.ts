import { digestOf } from '../../base/digest.ts';
import type { SkillSighting } from '../../contracts/evidence.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import type { SaidTurn } from '../said-turn.ts';
import type { ModelAnswer, ModelRequest, ModelToolCall, Passage } from '../wire.ts';
import { inPortions } from './in-portions.ts';
import { IN_REQUEST, IN_RESULT, SkillTraces } from './skill-traces.ts';
import { Globs } from './touch/matches-glob.ts';
import type { SkillPlace } from './touch/skill-place.ts';
import { type SkillUse, usesOf } from './touch/uses-of.ts';
import { wordsOf } from './words.ts';

/** What a trial's traffic is searched for, in both arms: the baseline must show none of it. */
export type WatchedSkill = {
  name: string;
  description: string;
  /** What an agent may say about a skill that it only lists. */
  frontmatter?: string;
  body: string;
  /** The folder that holds the skill in the sandbox of the with-skill arm. */
  root: string;
  /** Paths relative to the root; without them, any path below the root is taken for a file of the skill. */
  files?: SkillFolder['files'];
  /** Its own tools, by the names that the agent gives them. */
  tools?: readonly string[];
  prompt: string;
  /** What the user said after the prompt; `knownTexts` has all that the user may say. */
  turns?: readonly SaidTurn[];
  /**
   * Other texts that a trial holds or may produce without the skill: its workspace, what its
   * agent always says, the right answer.
   */
  knownTexts?: readonly string[];
  /** The folder in which the agent's commands start, and its home. */
  cwd?: string;
  home?: string;
};

type ToolResult = Extract<Passage, { by: 'tool' }>;

/** The limit for files other than SKILL.md. */
const MAX_FILE_CHARACTERS = 128 * 1024;

/**
 * Looks for a skill in a trial's model traffic, in the same way for every agent and wire. What a text
 * proves depends on where it stands. What the agent program says for itself (its system prompt, the
 * opening of the conversation, what a skill's tool returns) comes from outside the sandbox: if text of
 * the skill is there, the program put it there. What other tools return was printed inside: it shows a
 * use of the skill only if the call reads the skill, and shows nothing in a sandbox that was attested
 * without it. What the model says is its own. A call of a skill's tool is a use once the skill's text has come
 * back for it: an agent answers a wrong call, too. A call of one of the skill's own tools is a use once anything has come back:
 * what answers there is the skill. A call of a tool that its request does not offer is none.
 */
export class SkillWatch {
  readonly sightings: SkillSighting[] = [];
  readonly #skill: WatchedSkill;
  readonly #place: SkillPlace;
  readonly #tools: readonly string[];
  readonly #description: SkillTraces;
  readonly #body: SkillTraces;
  readonly #content: SkillTraces;
  /** The body in what a skill's tool brings. */
  readonly #loaded: SkillTraces;
  /** Texts that prove nothing, whatever they contain. */
  readonly #known: readonly string[];
  #isBodyKnown: boolean | null = null;
  /** Calls that ask for the skill, by id. */
  readonly #calls = new Map<string, { tool: string; use: SkillUse }>();
  /** The use that each call makes of the skill, by its tool and input. */
  readonly #uses = new Map<string, SkillUse | null>();
  #hasWorked = false;
  /** The tool that was asked for the skill and answered; `null` before that. */
  #loader: string | null = null;
  /** The tool that was asked for the skill and has not answered yet: the skill may run in a conversation of its own. */
  #loading: string | null = null;

  constructor(skill: WatchedSkill) {
    const { description, frontmatter = '', body, root, files = null, tools = [] } = skill;
    const { prompt, knownTexts = [], cwd = '/', home = '/root' } = skill;
    this.#skill = skill;
    this.#tools = tools;
    this.#place = {
      ...{ root, cwd, home, globs: new Globs() },
      files: files?.map(({ path }) => path) ?? null,
      executables: files?.filter(({ executable }) => executable).map(({ path }) => path) ?? [],
    };
    this.#description = new SkillTraces(description, IN_REQUEST);
    this.#body = new SkillTraces(body, IN_REQUEST);
    this.#content = new SkillTraces(`${body}\n${textOf(files ?? [])}`, IN_RESULT);
    this.#loaded = new SkillTraces(body, IN_RESULT);
    this.#discount([this.#body, this.#content, this.#loaded], [description, frontmatter]);
    this.#known = [prompt, ...knownTexts];
    this.#discountEverywhere(this.#known);
  }

  /** `isOfSubAgent` is true of a conversation that the program has begun for a call of the model. */
  sawRequest(
    { passages, offers }: Pick<ModelRequest, 'passages' | 'offers'>,
    index: number,
    { isOfSubAgent = false } = {},
  ): void {
    const offered = new Set(offers);
    const own = this.#tools.find((tool) => offered.has(tool));
    if (own !== undefined) this.#note('listed', index, `its tool ${own} is offered`);
    if (isOfSubAgent) this.#loader ??= this.#loading;
    let isBegun = false;
    for (const passage of inPortions(passages)) {
      isBegun ||= isOfWork(passage);
      this.#sawPassage(passage, { index, offered, isOpening: isOfSubAgent && !isBegun });
    }
  }

  sawAnswer({ text, toolCalls }: ModelAnswer): void {
    this.#discountEverywhere([text, ...toolCalls.map(({ input }) => jsonOf(input))]);
    for (const call of toolCalls) if (call.notOffered === undefined) this.#sawCall(call);
  }

  #sawPassage(
    passage: Passage,
    { index, offered, isOpening }: { index: number; offered: ReadonlySet<string>; isOpening: boolean },
  ): void {
    const { by, text } = passage;
    // After its first answer, a message may report what the model produced, unless it
    // comes from a skill's tool, or begins a conversation, with words of the model or the program's own.
    const isProgram = isOpening || !this.#hasWorked || this.#loader !== null;
    if (by === 'program' || by === 'tools' || (by === 'user' && isProgram)) this.#sawProgram(text, index);
    this.#hasWorked ||= isOfWork(passage);
    if (by === 'model' && passage.call !== null && offered.has(passage.call.tool))
      this.#sawCall(passage.call);
    if (by === 'tool') this.#sawResult(passage, index);
  }

  #sawProgram(text: string, index: number): void {
    if (!this.#saw('listed')) {
      this.#description.search(text);
      if (this.#description.areEnough) this.#note('listed', index, 'its description is in the request');
    }
    this.#sawLoaded(text, index);
    if (!this.#saw('body-in-context')) {
      this.#body.search(text);
      if (this.#body.areEnough) this.#note('body-in-context', index, 'text of SKILL.md is in the request');
    }
  }

  #sawLoaded(text: string, index: number): void {
    if (this.#loader === null || this.#saw('tool-called')) return;
    this.#loaded.search(text);
    if (this.#loaded.areEnough || (this.#loaded.isEmpty && this.#isShortBodyIn(text)))
      this.#note('tool-called', index, `${this.#loader}(${this.#skill.name})`);
  }

  /** A fallback for a body without distinctive text, such as a very short one. */
  #isShortBodyIn(text: string): boolean {
    const body = wordsOf(this.#skill.body).join(' ');
    this.#isBodyKnown ??= body !== '' && this.#known.some((known) => isIn(known, body));
    return !this.#isBodyKnown && isIn(text, body);
  }

  #sawCall({ id, tool, input }: ModelToolCall): void {
    const use = this.#useOf(tool, input);
    if (use === null) return;
    this.#calls.set(id, { tool, use });
    if (use === 'loads') this.#loading = tool;
  }

  /** Each request repeats all calls before it, so that each is examined once. */
  #useOf(tool: string, input: ModelToolCall['input']): SkillUse | null {
    const key = digestOf(`${tool}\n${jsonOf(input)}`);
    const known = this.#uses.get(key);
    if (known !== undefined) return known;
    const use = usesOf({ tool, input }, { name: this.#skill.name, place: this.#place, tools: this.#tools });
    this.#uses.set(key, use);
    return use;
  }

  /** A call without a result was not carried out. */
  #sawResult({ callId, text, isError = false }: ToolResult, index: number): void {
    const { tool = '', use = null } = this.#calls.get(callId) ?? {};
    const { root } = this.#skill;
    if (use === 'loads') this.#loading = null;
    if (use === 'loads' && !isError) {
      this.#loader = tool;
      this.#sawProgram(text, index);
    }
    if (use === 'calls') this.#note('tool-called', index, `${tool}, a tool of the skill`);
    if (use === 'runs') this.#note('file-touched', index, `${tool} ran a file of ${root}`);
    if (use === 'reads' && !this.#saw('file-touched')) {
      this.#content.search(text);
      if (this.#content.areEnough) this.#note('file-touched', index, `${tool} read a file of ${root}`);
    }
  }

  #discountEverywhere(texts: readonly string[]): void {
    this.#discount([this.#description, this.#body, this.#content, this.#loaded], texts);
  }

  #discount(all: readonly SkillTraces[], texts: readonly string[]): void {
    const portions = inPortions(texts.map((text) => ({ text })));
    for (const { text } of portions) for (const traces of all) traces.discount(text);
  }

  /** Only the first sighting of each kind is kept; a conversation repeats its past with every request. */
  #note(kind: SkillSighting['kind'], request: number, detail: string): void {
    if (!this.#saw(kind)) this.sightings.push({ kind, request, detail });
  }

  #saw(kind: SkillSighting['kind']): boolean {
    return this.sightings.some((sighting) => sighting.kind === kind);
  }
}

function isOfWork({ by }: Passage): boolean {
  return by === 'model' || by === 'tool';
}

function isIn(text: string, words: string): boolean {
  return words === '' || ` ${wordsOf(text).join(' ')} `.includes(` ${words} `);
}

/** SKILL.md is left out, because its body is read separately. */
function textOf(files: SkillFolder['files']): string {
  let text = '';
  for (const { path, content } of files) {
    const isText = path !== 'SKILL.md' && !content.subarray(0, 8192).includes(0);
    if (isText) text += `${Buffer.from(content.subarray(0, MAX_FILE_CHARACTERS)).toString()}\n`;
    if (text.length > MAX_FILE_CHARACTERS) break;
  }
  return text.slice(0, MAX_FILE_CHARACTERS);
}

function jsonOf(input: Record<string, unknown>): string {
  try {
    return JSON.stringify(input);
  } catch {
    // The input is nested deeper than this process can follow, and no tool accepts that.
    return '';
  }
}
