import { z } from 'zod';
import { type JsonSize, together } from '../../base/json-extent.ts';
import type { AnswerNames, KeptAnswers } from '../kept-answers.ts';
import type { Keeping, Referred, RequestFault } from '../wire.ts';

const Names = z.object({
  previous_response_id: z.string().nullish(),
  input: z.union([z.string(), z.array(z.unknown())]).nullish(),
});
type Names = z.infer<typeof Names>;

/** The type is optional. */
const Reference = z.strictObject({ type: z.literal('item_reference').nullish(), id: z.string() });

const Answer = z.object({ id: z.string(), output: z.array(z.unknown()).default([]) });
const Identified = z.looseObject({ id: z.string() });

/**
 * The part of OpenAI Responses in which a request continues an earlier response, or refers to an item of one.
 */
export const responsesHistory: Keeping = {
  routes: [
    { method: 'GET', path: '/v1/responses/:id', action: 'retrieve' },
    { method: 'DELETE', path: '/v1/responses/:id', action: 'delete' },
    { method: 'POST', path: '/v1/responses/:id/cancel', action: 'cancel' },
  ],
  namesOf,
  referredTo,
  besidesConversation: withoutInput,
  renderDeleted: (id) => ({ id, object: 'response', deleted: true }),
};

function namesOf(body: unknown): AnswerNames | null {
  const answer = Answer.safeParse(body).data;
  if (answer === undefined) return null;
  return {
    id: answer.id,
    output: answer.output.map((item) => ({ id: Identified.safeParse(item).data?.id ?? null, item })),
  };
}

function withoutInput(body: unknown): unknown {
  return { ...z.looseObject({}).safeParse(body).data, input: [] };
}

/** An item of a request, with the id of the item that it stands for, if it is a reference. */
type Listed = { item: unknown; id: string | null };

function referredTo(body: unknown, kept: KeptAnswers): Referred | RequestFault | null {
  const names = Names.safeParse(body).data;
  if (names === undefined) return null;
  const listed = itemsOf(names).map((item) => ({ item, id: Reference.safeParse(item).data?.id ?? null }));
  const previous = names.previous_response_id ?? null;
  if (previous === null && listed.every(({ id }) => id === null)) return null;
  kept.catchUp();
  const sizes = [...sizeOfAnswer(previous, kept), ...listed.map(({ id }) => sizeOfItem(id, kept))];
  const missing = sizes.find((size) => 'fault' in size);
  if (missing !== undefined) return missing;
  return {
    size: sizes.flatMap((size) => ('fault' in size ? [] : [size])).reduce(together, NOTHING),
    from: new Set([previous, ...listed.map(({ id }) => ownerOf(id, kept))].filter((id) => id !== null)),
    alone: withoutInput(body),
    inFull: () => inFull(body, listed, kept),
  };
}

const NOTHING: JsonSize = { bytes: 0, parts: 0, depth: 0 };

function sizeOfAnswer(id: string | null, kept: KeptAnswers): (JsonSize | RequestFault)[] {
  return id === null ? [] : [kept.conversationOf(id) ?? unknownAnswer(id)];
}

function sizeOfItem(id: string | null, kept: KeptAnswers): JsonSize | RequestFault {
  return id === null ? NOTHING : (kept.findItem(id)?.size ?? unknownItem(id));
}

function ownerOf(itemId: string | null, kept: KeptAnswers): string | null {
  return itemId === null ? null : (kept.findItem(itemId)?.of ?? null);
}

function inFull(body: unknown, listed: readonly Listed[], kept: KeptAnswers): unknown {
  const items = listed.map(({ item, id }) => (id === null ? item : kept.findItem(id)?.item));
  const whole = Names.loose().parse(body);
  return { ...whole, input: [...pastOf(whole, kept), ...items] };
}

/**
 * What was said up to the answer that a request refers to, without its instructions: those end with their own request.
 */
function pastOf(names: Names, kept: KeptAnswers): unknown[] {
  const turns: unknown[][] = [];
  for (let id = names.previous_response_id ?? null; id !== null; ) {
    const turn = kept.find(id);
    if (turn === null) break;
    const asked = Names.parse(JSON.parse(new TextDecoder().decode(turn.request)));
    const items = itemsOf(asked).map((item) => {
      const named = Reference.safeParse(item).data;
      return named === undefined ? item : kept.findItem(named.id)?.item;
    });
    turns.push([...items, ...Answer.parse(turn.answer).output]);
    id = asked.previous_response_id ?? null;
  }
  return turns.toReversed().flat();
}

function itemsOf({ input }: Names): readonly unknown[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input ?? [];
}

function unknownAnswer(id: string): RequestFault {
  return {
    field: 'previous_response_id',
    fault: `Previous response with id '${id}' not found. Only what was answered in this trial, and stored, can be named.`,
  };
}

function unknownItem(id: string): RequestFault {
  return {
    field: 'input',
    fault: `Item with id '${id}' not found. Only items of answers of this trial that were stored can be named.`,
  };
}
