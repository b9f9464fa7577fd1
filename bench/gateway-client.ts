import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';

const Job = z.object({
  url: z.string(),
  token: z.string(),
  events: z.int(),
  how: z.enum(['parse', 'count']),
});
type Job = z.infer<typeof Job>;

/** An agent's side, in a process of its own: reads a stream and says how long that took. */
process.on('message', async (message) => {
  const job = Job.parse(message);
  const start = performance.now();
  const seen = job.how === 'parse' ? await parsed(job) : await counted(job);
  process.send?.({ ms: performance.now() - start, seen });
});

const bodyOf = ({ events }: Job) => ({
  model: 'm',
  max_tokens: events,
  stream: true as const,
  messages: [{ role: 'user' as const, content: 'Say much.' }],
});

/** Events, through the official client. */
async function parsed(job: Job): Promise<number> {
  const client = new Anthropic({ apiKey: job.token, baseURL: job.url, maxRetries: 0 });
  let seen = 0;
  for await (const { type } of await client.messages.create(bodyOf(job)))
    if (type === 'content_block_delta') seen += 1;
  return seen;
}

/** Bytes, as fast as they come. */
async function counted(job: Job): Promise<number> {
  const headers = { 'x-api-key': job.token, 'content-type': 'application/json' };
  const body = JSON.stringify(bodyOf(job));
  const response = await fetch(`${job.url}/v1/messages`, { method: 'POST', headers, body });
  let seen = 0;
  for await (const chunk of response.body ?? []) seen += chunk.length;
  return seen;
}
