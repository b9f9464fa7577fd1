import { createServer } from 'node:http';

/** A provider in a process of its own: says its port, then answers as fast as it can. */
const DELTA = event('content_block_delta', {
  index: 0,
  delta: { type: 'text_delta', text: 'a word or two ' },
});
const HEAD = [
  event('message_start', {
    message: { type: 'message', role: 'assistant', content: [], usage: { input_tokens: 9 } },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
].join('');
const TAIL = [
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }),
  event('message_stop', {}),
].join('');
const WHOLE = JSON.stringify({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'A short answer.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 9, output_tokens: 9 },
});

const server = createServer(async (incoming, outgoing) => {
  const request = JSON.parse(Buffer.concat(await incoming.toArray()).toString());
  if (!request.stream) return outgoing.setHeader('content-type', 'application/json').end(WHOLE);
  outgoing.setHeader('content-type', 'text/event-stream').write(HEAD);
  for (let left = request.max_tokens; left > 0; left--) {
    // As a model does it: one event, one write.
    if (!outgoing.write(DELTA)) await new Promise((resolve) => outgoing.once('drain', resolve));
  }
  outgoing.end(TAIL);
});

server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
