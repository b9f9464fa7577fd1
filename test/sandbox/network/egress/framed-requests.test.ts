import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digestOfHead,
  FramedRequests,
  type NotedRequest,
} from '../../../../src/sandbox/network/egress/framed-requests.ts';

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX: y\r\n\r\n';

function noted(method: string, url: string, headers: readonly string[], bytes = 0): NotedRequest {
  const rawHeaders = ['Host', 'a', ...headers];
  return { digest: digestOfHead({ method, url, httpVersion: '1.1', rawHeaders }), body: { bytes } };
}

const ASKED_GET = noted('GET', '/a', []);
const ASKED_POST = noted('POST', '/b', ['Content-Length', '5'], 5);
const ASKED_CHUNKED = noted('POST', '/c', ['Transfer-Encoding', 'chunked'], 5);
const WHOLE: readonly [string, NotedRequest][] = [
  [GET, ASKED_GET],
  [POST, ASKED_POST],
  [CHUNKED, ASKED_CHUNKED],
];

function account(text: string, requests: readonly NotedRequest[]) {
  const framed = new FramedRequests(() => undefined);
  framed.push(Buffer.from(text, 'latin1'));
  return framed.account(requests);
}

test('the noted requests account for every byte of a connection, however it is split', () => {
  const sequence = fc.array(fc.constantFrom(...WHOLE), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sequence, fc.integer({ min: 1, max: 40 }), (parts, length) => {
      const text = parts.map(([sent]) => sent).join('\r\n');
      const framed = new FramedRequests(() => undefined);
      for (let at = 0; at < text.length; at += length) framed.push(Buffer.from(text.slice(at, at + length)));
      const requests = parts.map(([, request]) => request);
      expect(framed.account(requests)).toEqual({ isWhole: true, framingBytes: text.length });
    }),
  );
});

test('a request that is missing, added or different is detected', () => {
  const sequence = fc.array(fc.constantFrom(...WHOLE), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sequence, fc.nat(), fc.constantFrom(...WHOLE), (parts, number, [, other]) => {
      const text = parts.map(([sent]) => sent).join('');
      const requests = parts.map(([, request]) => request);
      const index = number % parts.length;
      fc.pre(requests[index]?.digest !== other.digest);
      expect(account(text, requests.toSpliced(index, 1)).isWhole).toBe(false);
      expect(account(text, requests.toSpliced(index, 0, other)).isWhole).toBe(false);
      expect(account(text, requests.toSpliced(index, 1, other)).isWhole).toBe(false);
    }),
  );
});

test.each<[string, string, NotedRequest[]]>([
  ['nothing', '', [ASKED_GET]],
  ['a line that is not a request', `${GET}log: x\r\n\r\n`, [ASKED_GET]],
  ['the beginning of a request', `${GET}GET`, [ASKED_GET]],
  ['half the head of a request', `${GET}GET / HTTP/1.1\r\n`, [ASKED_GET]],
  ['two lengths', GET.replace('Host: a', 'Host: a\r\nContent-Length: 0\r\nContent-Length: 0'), []],
  ['an invalid length', POST.replace(': 5', ': +5'), [ASKED_POST]],
  ['a length and chunks', CHUNKED.replace('Host: a', 'Host: a\r\nContent-Length: 5'), [ASKED_CHUNKED]],
  ['an unsupported coding', CHUNKED.replace('chunked', 'gzip, chunked'), [ASKED_CHUNKED]],
  ['a chunk without a size', CHUNKED.replace('3;', 'x;'), [ASKED_CHUNKED]],
  ['a chunk longer than declared', CHUNKED.replace('hel', 'hell'), [ASKED_CHUNKED]],
  ['a folded header line', GET.replace('Host: a', 'Host: a\r\n b'), [ASKED_GET]],
  ['another version', GET.replace('1.1', '2.0'), [ASKED_GET]],
  ['an unfinished head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, []],
])('%s is not accounted for', (_what, text, requests) => {
  expect(account(text, requests)).toMatchObject({ isWhole: false });
});

test.each<[string, string, NotedRequest[], number]>([
  ['an unread body', `${GET}${POST}`, [ASKED_GET, { ...ASKED_POST, body: { bytes: 0 } }], GET.length],
  ['a partly read body', POST.slice(0, -2), [{ ...ASKED_POST, body: { bytes: 3 } }], POST.length - 2],
  [
    'a tunnel',
    `${GET}CONNECT b:443 HTTP/1.1\r\nHost: a\r\n\r\nx`,
    [ASKED_GET, noted('CONNECT', 'b:443', [])],
    GET.length,
  ],
  ['an unfinished trailer', CHUNKED.replace('X: y\r\n\r\n', 'X: \xff'), [ASKED_CHUNKED], 0],
  ['bytes in a trailer', CHUNKED.replace('X: y', 'X: \xff'), [ASKED_CHUNKED], 0],
  ['bytes after the size of a chunk', CHUNKED.replace('x=y', 'x="\xff"'), [ASKED_CHUNKED], 0],
  [
    'bytes in a header',
    GET.replace('a\r\n\r\n', 'a\r\nX: \xff\r\n\r\n'),
    [noted('GET', '/a', ['X', '\xff'])],
    0,
  ],
])('%s does not count as framing', (_what, text, requests, framingBytes) => {
  expect(account(text, requests)).toEqual({ isWhole: true, framingBytes });
});

test.each([
  ['a chunk without a size', CHUNKED.replace('0\r\nX', 'x\r\nX')],
  ['a chunk longer than declared', CHUNKED.replace('lo', 'lo!')],
  ['an unknown coding', CHUNKED.replace('chunked', 'gzip, chunked')],
])('nothing after %s counts as framing', (_what, text) => {
  for (let bytes = 0; bytes <= 5; bytes++) {
    for (const coding of ['chunked', 'gzip, chunked']) {
      const asked = noted('POST', '/c', ['Transfer-Encoding', coding], bytes);
      expect(account(`${GET}${text}`, [ASKED_GET, asked]).framingBytes).toBe(GET.length);
    }
  }
});
