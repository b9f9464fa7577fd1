import { COMMAND_AGENT } from '../agents/programs/command-agent.ts';
import { AGENTS, DEFAULT_AGENT } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import type { ProviderId } from '../contracts/providers.ts';
import { SCRIPTED_MODEL } from '../gateway/upstreams/scripted/scripted-upstream.ts';

/** An agent and the model that it is run with. `isPaired` is true if the user has named them together. */
export type Combination = { agent: string; model: string; isPaired: boolean };

type Options = {
  /** Ids of agents, each with a model of its own if `:MODEL` follows. */
  agents?: readonly string[] | undefined;
  /** Whether a command line is one of the agents, after those that are named unless it is named among them. */
  hasCommand?: boolean | undefined;
  /** Every agent without a model of its own is run with each of these. */
  models?: readonly string[] | undefined;
};

/** The agents and models to run, in the order in which they were named. */
export function combinationsOf({ agents, hasCommand = false, models }: Options): Combination[] {
  const named = (agents ?? (hasCommand ? [] : [DEFAULT_AGENT])).map(parseAgent);
  if (hasCommand && !named.some(({ agent }) => agent === COMMAND_AGENT))
    named.push({ agent: COMMAND_AGENT, model: null });
  if (models !== undefined && named.every(({ model }) => model !== null))
    throw new AssayError(
      'USAGE',
      `Every --agent names a model of its own, so that no agent is left for --model ${models.join(', ')}.`,
    );
  const all = named.flatMap(({ agent, model }) =>
    model === null
      ? (models ?? [SCRIPTED_MODEL]).map((one) => ({ agent, model: one, isPaired: false }))
      : [{ agent, model, isPaired: true }],
  );
  requireDistinct(all);
  return all;
}

/** No id of an agent contains a colon, and names of models do, as in `qwen3:8b`. */
function parseAgent(text: string): { agent: string; model: string | null } {
  const at = text.indexOf(':');
  if (at === -1) return { agent: text, model: null };
  const [agent, model] = [text.slice(0, at), text.slice(at + 1)];
  if (agent !== '' && model !== '') return { agent, model };
  throw new AssayError('USAGE', `--agent takes ID or ID:MODEL, not "${text}".`);
}

function requireDistinct(all: readonly Combination[]): void {
  const names = all.map(nameOfCombination);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new AssayError('USAGE', `${twice} is named twice. For more trials of the same, give --repeats N.`);
}

export function nameOfCombination({ agent, model }: Pick<Combination, 'agent' | 'model'>): string {
  return `${agent} with ${model}`;
}

/** How the models of each vendor are called. A server of one's own may offer any of them. */
const VENDORS: readonly { provider: ProviderId; name: RegExp }[] = [
  { provider: 'anthropic', name: /^claude-/ },
  { provider: 'openai', name: /^(?:gpt-\d|o\d|codex-)/ },
  { provider: 'gemini', name: /^gemini-/ },
];

/** Every agent meets every model, and most agents speak to one vendor: what nobody meant must not be paid for. */
export function requireOwnProvider({ agent, model, isPaired }: Combination): void {
  const [id] = agent.split('@');
  const provider = AGENTS.find((known) => known.id === id)?.provider;
  const vendor = VENDORS.find(({ name }) => name.test(model))?.provider;
  if (isPaired || provider === undefined || vendor === undefined || vendor === provider) return;
  throw new AssayError(
    'USAGE',
    `${agent} speaks to ${provider}, and "${model}" is called like a model of ${vendor}. Name the model of each agent with it, as in --agent ${agent}:MODEL, also if ${agent}:${model} is what you mean.`,
  );
}
