import type { KeptAnswers } from '../traffic/kept-answers.ts';
import type { KeptRoute, Wire } from '../traffic/wire.ts';
import { refusal } from './http/refusal.ts';

type Asked = { wire: Wire; action: KeptRoute['action']; id: string; url: URL };

/**
 * Serves what a client asks about an answer that it was given before. No provider is asked: it would also
 * hand out what other trials were answered, and its copy is not the trial's to see.
 */
export function answerKept({ wire, action, id, url }: Asked, answers: KeptAnswers): Response {
  answers.catchUp();
  const kept = answers.find(id);
  if (kept === null) return refusal(wire, 'not-found', `Response with id '${id}' not found.`);
  if (action === 'cancel') return refusal(wire, 'invalid', 'Cannot cancel a synchronous response.');
  if (action === 'delete') {
    answers.forget(id);
    return Response.json(wire.keeping?.renderDeleted(id));
  }
  return url.searchParams.get('stream') === 'true'
    ? refusal(wire, 'invalid', 'Only a background response can be streamed again.', 'stream')
    : Response.json(kept.answer);
}
