import { z } from 'zod';
import type { ModelRequest } from '../wire.ts';

/** Only the scripted model needs to read a compaction again, and only its own can be read. */
const Outputs = z.array(z.string().nullable());

export const Compaction = z
  .object({ type: z.literal('compaction'), encrypted_content: z.string() })
  .transform(({ encrypted_content }) => ({
    kind: 'compaction' as const,
    outputs: outputsIn(encrypted_content),
  }));

/** The user's messages, and one item that replaces all the rest and says where the conversation stood. */
export function renderCompaction(request: ModelRequest, usage: object, id: string): object {
  const said = request.passages.flatMap(({ by, text }) => (by === 'user' && text !== '' ? [text] : []));
  const messages = said.map((text, index) => ({
    ...{ type: 'message', id: `msg_${id}_${index}`, role: 'user', status: 'completed' },
    content: [{ type: 'input_text', text }],
  }));
  const encrypted_content = Buffer.from(JSON.stringify(request.toldBeforeAnswers)).toString('base64');
  const compaction = { type: 'compaction', id: `cmp_${id}`, encrypted_content };
  return {
    id: `resp_${id}`,
    object: 'response.compaction',
    created_at: 0,
    output: [...messages, compaction],
    usage,
  };
}

/**
 * The last tool output before each earlier answer, and before the next one; empty if
 * a provider wrote the compaction.
 */
function outputsIn(content: string): readonly (string | null)[] {
  try {
    return Outputs.parse(JSON.parse(Buffer.from(content, 'base64').toString()));
  } catch {
    // A provider encrypted this, and only that provider can read it.
    return [];
  }
}
