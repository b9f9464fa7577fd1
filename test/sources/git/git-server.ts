import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Serves repositories below a folder over HTTP, by git's own program for that, as a CGI script (RFC 3875). */
export function gitOver(folder: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const backend = spawn('git', ['-c', 'safe.directory=*', 'http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    answerWith(await buffer(backend.stdout), response);
  };
}

function answerWith(output: Buffer, response: ServerResponse): void {
  const end = output.indexOf('\r\n\r\n');
  for (const line of output.subarray(0, end).toString().split('\r\n')) {
    const [name = '', value = ''] = line.split(': ');
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
