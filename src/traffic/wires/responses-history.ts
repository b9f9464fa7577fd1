import { z } from 'zod';
import type { AnswerNames, KeptAnswers } from '../kept-answers.ts';
import type { Keeping, RequestFault } from '../wire.ts';

const Names = z.object({
  previous_response_id: z.string().nullish(),
  input: z.union([z.string(), z.array(z.unknown())]).nullish(),
});
type Names = z.infer<typeof Names>;

/** The type is optional. */
const Reference = z.strictObject({ type: z.literal('item_reference').nullish(), id: z.string() });

const Answer = z.object({ id: z.string(), output: z.array(z.unknown()).default([]) });
const Identified = z.looseObject({ id: z.string() });

/** The largest size of a request without references. */
const MAX_BYTES = 32 * 1024 * 1024;

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
  inFull,
  renderDeleted: (id) => ({ id, object: 'response', deleted: true }),
};

function namesOf(body: unknown): AnswerNames | null {
  const answer = Answer.safeParse(body).data;
  if (answer === undefined) return null;
  const items = answer.output.flatMap((item) => Identified.safeParse(item).data ?? []);
  return { id: answer.id, items: items.map((item) => ({ id: item.id, item })) };
}

function inFull(body: unknown, kept: KeptAnswers): { body: unknown } | RequestFault {
  const names = Names.safeParse(body).data;
  if (names === undefined || !namesAnything(names)) return { body };
  const past = pastOf(names, kept);
  if ('fault' in past) return past;
  const items = [...past.items, ...itemsOf(names)].map((item) => ({ item, named: resolved(item, kept) }));
  const missing = items.find(({ named }) => named === null);
  if (missing !== undefined) return unknownItem(missing.item);
  return { body: { ...Names.loose().parse(body), input: items.map(({ named }) => named) } };
}

function namesAnything(names: Names): boolean {
  return (
    typeof names.previous_response_id === 'string' ||
    itemsOf(names).some((item) => Reference.safeParse(item).success)
  );
}

/**
 * What was said up to the answer that a request refers to, without its instructions:
 * those end with their own request.
 */
function pastOf(names: Names, kept: KeptAnswers): { items: unknown[] } | RequestFault {
  const turns: unknown[][] = [];
  let bytes = 0;
  for (let id = names.previous_response_id ?? null; id !== null; ) {
    const turn = kept.find(id);
    if (turn === null) return unknownAnswer(id);
    bytes += turn.bytes;
    if (bytes > MAX_BYTES) return tooLong();
    const asked = Names.parse(JSON.parse(new TextDecoder().decode(turn.request)));
    turns.push([...itemsOf(asked), ...Answer.parse(turn.answer).output]);
    id = asked.previous_response_id ?? null;
  }
  return { items: turns.toReversed().flat() };
}

function itemsOf({ input }: Names): readonly unknown[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input ?? [];
}

/** `null` for a reference to nothing. */
function resolved(item: unknown, kept: KeptAnswers): unknown {
  const reference = Reference.safeParse(item).data;
  return reference === undefined ? item : kept.findItem(reference.id);
}

function unknownAnswer(id: string): RequestFault {
  return {
    field: 'previous_response_id',
    fault: `Previous response with id '${id}' not found. Only what was answered in this trial, and stored, can be named.`,
  };
}

function unknownItem(item: unknown): RequestFault {
  const id = Reference.safeParse(item).data?.id ?? '';
  return {
    field: 'input',
    fault: `Item with id '${id}' not found. Only items of answers of this trial that were stored can be named.`,
  };
}

function tooLong(): RequestFault {
  return {
    field: 'previous_response_id',
    fault: `The conversation until that response is longer than ${MAX_BYTES} bytes.`,
  };
}
