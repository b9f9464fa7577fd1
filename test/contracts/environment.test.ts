import { expect, test } from 'vitest';
import { Environment, looksLikeKey } from '../../src/contracts/environment.ts';

test('an environment that says nothing is that of the sandbox image', () => {
  expect(Environment.parse({})).toEqual({
    ...{ debian: [], pip: [], npm: [], variables: {}, timeZone: 'UTC', locale: 'C.UTF-8' },
    machine: { memoryMib: 1024, cpus: 1, processes: 256, diskMib: 64 },
  });
});

test.each([
  { debian: ['poppler-utils', 'libreoffice-calc=4:7.4.7-1+deb12u8', 'g++'] },
  { pip: ['openpyxl==3.1.5', 'pdfplumber', 'requests[socks]==2.32.3'] },
  { npm: ['docx@9.5.0', '@scope/tool@^2', 'pptxgenjs'] },
  { variables: { SHEET_STYLE: 'plain', mode: '' } },
  { timeZone: 'America/Argentina/Buenos_Aires', locale: 'pt_BR.UTF-8' },
])('%j is an environment', (environment) => {
  expect(Environment.safeParse(environment)).toMatchObject({ success: true });
});

test.each([
  { debian: ['jq; curl'] },
  { debian: ['--allow-unauthenticated'] },
  { debian: ['./local.deb'] },
  { pip: ['--index-url=x'] },
  { pip: ['https://example.com/a.whl'] },
  { npm: ['-g'] },
  { npm: ['../folder'] },
  { npm: ['a@$(id)'] },
  { variables: { 'A=B': 'x' } },
  { variables: { LD_PRELOAD: '/a.so' } },
  { variables: { https_proxy: 'http://a' } },
  { variables: { API_KEY: 'x' } },
  { variables: { BASH_ENV: '/x' } },
  { variables: { PYTHONPATH: '/x' } },
  { variables: { A: 'one\ntwo' } },
  { timeZone: '../../etc/passwd' },
  { locale: 'de_DE' },
  { machine: { memoryMib: 1 } },
])('%j is refused', (environment) => {
  expect(Environment.safeParse(environment)).toMatchObject({ success: false });
});

test('a variable whose name says that it holds a secret is recognised', () => {
  expect(['OPENAI_API_KEY', 'github_token', 'DOCKER_HOST'].filter(looksLikeKey)).toHaveLength(3);
  expect(['SHEET_STYLE', 'LANG', 'TOKENIZERS_PARALLELISM', 'KEYBOARD'].filter(looksLikeKey)).toEqual([]);
});
