import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** A server of this test's own on loopback, and where it is. */
export async function serve(
  answer: RequestListener,
  host = '127.0.0.1',
): Promise<{ origin: string; port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://${host}:${address.port}`, port: address.port, asked };
}
