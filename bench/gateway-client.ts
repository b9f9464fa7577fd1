import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';

const Job = z.object({ url: z.string(), token: z.string(), events: z.int() });

/** An agent's side, in a process of its own: reads a stream through the official client and says how long that took. */
process.on('message', async (message) => {
  const { url, token, events } = Job.parse(message);
  const client = new Anthropic({ apiKey: token, baseURL: url, maxRetries: 0 });
  const start = performance.now();
  const stream = await client.messages.create({
    model: 'm',
    max_tokens: events,
    stream: true,
    messages: [{ role: 'user', content: 'Say much.' }],
  });
  let seen = 0;
  for await (const { type } of stream) if (type === 'content_block_delta') seen += 1;
  process.send?.({ ms: performance.now() - start, seen });
});
