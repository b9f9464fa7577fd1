import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { askedOf, targetOf } from '../../../../src/sandbox/network/egress/request-target.ts';

function incoming(url: string, host?: string): IncomingMessage {
  const rawHeaders = host === undefined ? [] : ['Host', host];
  return Object.assign(Object.create(null), { url, method: 'GET', headers: { host }, rawHeaders });
}

test.each([
  ['a.example:8443', { host: 'a.example', port: 8443 }],
  ['A.Example', { host: 'a.example', port: 443 }],
  ['[::1]:80', { host: '::1', port: 80 }],
  ['a:b:c', { host: 'a:b:c', port: 443 }],
  ['a.example:99999', { host: 'a.example:99999', port: 443 }],
  ['', { host: null, port: 443 }],
])('%j names %j', (authority, target) => {
  expect(targetOf(authority, 443)).toEqual(target);
});

test('the URL decides the target of a proxy request, not the Host header', () => {
  expect(askedOf(incoming('http://a.example:81/p?q', 'b.example'), null, 'http')).toMatchObject({
    host: 'a.example',
    port: 81,
    path: '/p?q',
    url: 'http://a.example:81/p?q',
  });
});

test('the actual destination of a connection decides, whatever the request says', () => {
  const reached = { host: 'real.example', port: 80 };
  expect(askedOf(incoming('/p', 'claimed.example'), reached, 'http')).toMatchObject({
    host: 'real.example',
    url: 'http://real.example/p',
    authority: 'real.example',
    headers: [{ name: 'Host', value: 'claimed.example' }],
  });
  expect(askedOf(incoming('http://claimed.example/p'), reached, 'http')).toMatchObject({
    host: 'real.example',
  });
});

test('a user and password in a URL are kept, because they are sent', () => {
  const url = 'http://secret:word@a.example/p';
  expect(askedOf(incoming(url), null, 'http')).toMatchObject({ host: 'a.example', path: url });
});

test('a request without any name has no host', () => {
  expect(askedOf(incoming('/p'), null, 'http')).toMatchObject({ host: null, port: 80, path: '/p' });
});
