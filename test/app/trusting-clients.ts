import { expect } from 'vitest';
import { EgressPolicy } from '../../src/contracts/egress.ts';
import { printed, type provide } from './provided-image.ts';

const INDEX = '<a href="https://pypi.example/f/tiny-1.0-py3-none-any.whl">tiny-1.0-py3-none-any.whl</a>';
const PACKAGE = {
  ...{ name: 'tiny', 'dist-tags': { latest: '1.2.3' } },
  versions: { '1.2.3': { name: 'tiny', version: '1.2.3' } },
};
const FIXTURES = EgressPolicy.parse({
  kind: 'fixtures',
  fixtures: [
    { url: '^https://pypi\\.example/simple/tiny/$', headers: { 'content-type': 'text/html' }, body: INDEX },
    { url: '^https://npm\\.example/tiny$', body: JSON.stringify(PACKAGE) },
    { url: '^https://api\\.example/', body: 'answer' },
  ],
});

/** What brings clients with certificates of their own. */
export const HTTPS_CLIENTS = {
  debian: ['python3-requests', 'python3-httpx', 'python3-pip'],
  npm: ['axios@1', 'npm@11'],
};

/** Clients with certificates of their own trust the authority of a sandbox. */
export async function expectTrustingClients(provided: Awaited<ReturnType<typeof provide>>): Promise<void> {
  const commands = [
    `python3 -c 'import requests; print(requests.get("https://api.example/").text)'`,
    `python3 -c 'import httpx; print(httpx.get("https://api.example/").text)'`,
    `node -e 'require("axios").get("https://api.example/").then((answer) => console.log(answer.data))'`,
    'pip index versions tiny --index-url https://pypi.example/simple/ 2>/dev/null | tail -1',
    'npm view tiny version --registry https://npm.example/',
  ];
  expect(await printed(provided, commands.join('; '), { network: FIXTURES })).toEqual([
    ...['answer', 'answer', 'answer', 'Available versions: 1.0', '1.2.3'],
  ]);
}
