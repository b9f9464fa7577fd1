import { once } from 'node:events';
import { createServer } from 'node:http';
import { duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { keepFewAlive, MOST_KEPT_ALIVE } from '../../../../src/sandbox/network/pipe/keep-few-alive.ts';

test.each([
  ['requests', ''],
  ['requests with an expectation', 'Expect: other\r\n'],
])(
  '%s are answered on connections that end with the answer, until only a few are open',
  async (_what, header) => {
    const server = createServer((_incoming, outgoing) => outgoing.end());
    server.on('checkExpectation', (_incoming, outgoing) => outgoing.end());
    keepFewAlive(server);
    const connections = Array.from({ length: MOST_KEPT_ALIVE + 20 }, () => duplexPair());
    for (const [, served] of connections) server.emit('connection', served);
    const answers: string[] = [];
    for (const [client, served] of connections) {
      client.write(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
      const [answer] = await once(client, 'data');
      const isKept = /connection: keep-alive/i.test(`${answer}`);
      if (!isKept && !served.closed) {
        client.end().resume();
        await once(served, 'close');
      }
      answers.push(isKept ? 'kept' : 'ended');
    }
    expect(answers).toEqual([
      ...Array.from({ length: 20 }, () => 'ended'),
      ...Array.from({ length: MOST_KEPT_ALIVE }, () => 'kept'),
    ]);
  },
);
