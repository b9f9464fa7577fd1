import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parseYaml } from '../../../../src/base/parse-yaml.ts';
import { Providers } from '../../../../src/contracts/providers.ts';
import {
  type AccessOptions,
  missingAccess,
  parseBaseUrls,
  readAccess,
} from '../../../../src/gateway/upstreams/live/provider-access.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

function options(given: Partial<AccessOptions> = {}): AccessOptions {
  return { env: {}, baseUrls: {}, settings: Providers.parse({}), ...given };
}

test('without a key or an address there is no access, and the error says what to do', () => {
  expect(readAccess('openai', options())).toBeNull();
  expect(missingAccess('openai', 'gpt-9')).toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(
      /gpt-9.*OPENAI_API_KEY.*OPENAI_BASE_URL.*--base-url openai=URL.*scripted.*--agent/,
    ),
  });
});

test('a variable that is set to an empty string is not set', () => {
  expect(readAccess('openai', options({ env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } }))).toBeNull();
});

test('a key from the environment is sent to the usual address, in the header of its provider', () => {
  const access = readAccess('anthropic', options({ env: { ANTHROPIC_API_KEY: 'sk-1' } }));
  expect(access?.baseUrl).toBe('https://api.anthropic.com');
  expect(access?.key?.headerFor('anthropic')).toEqual(['x-api-key', 'sk-1']);
});

test('a key from a file is read without its line end, and is never printed', () => {
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, 'sk-from-file\n');
  const access = readAccess('gemini', options({ env: { GEMINI_API_KEY_FILE: file } }));
  expect(access?.key?.headerFor('gemini')).toEqual(['x-goog-api-key', 'sk-from-file']);
  expect(inspect(access, { depth: 9, showHidden: true }) + JSON.stringify(access)).not.toContain(
    'sk-from-file',
  );
});

test('the command line takes precedence over the environment, and the environment over the settings', () => {
  const settings = Providers.parse({
    openai: { baseUrl: 'http://settings/v1', maxConcurrent: 3, requestsPerMinute: 50 },
  });
  const env = { OPENAI_BASE_URL: 'http://environment/v1/' };
  const baseUrls = parseBaseUrls(['openai=http://flag/v1?a=b']);
  expect(readAccess('openai', options({ settings }))).toMatchObject({
    baseUrl: 'http://settings/v1',
    key: null,
    maxConcurrent: 3,
    requestsPerMinute: 50,
  });
  expect(readAccess('openai', options({ settings, env }))?.baseUrl).toBe('http://environment/v1');
  expect(readAccess('openai', options({ settings, env, baseUrls }))?.baseUrl).toBe('http://flag/v1?a=b');
});

test.each([
  ['sk-canary\nsecond', /must be one word of printable ASCII; it has other characters/],
  ['sk-canary ü', /must be one word of printable ASCII; it has other characters/],
  [' \n ', /must be one word of printable ASCII; it is empty/],
])('the key %j is refused without being printed', (key, message) => {
  const read = () => readAccess('openai', options({ env: { OPENAI_API_KEY: key } }));
  expect(read).toThrow(message);
  expect(read).not.toThrow(/canary/);
});

test.each(['ftp://host', 'host:80', 'http://user:secret@host'])(
  '%s is not a base URL, and the error does not repeat it',
  (url) => {
    const read = () => readAccess('openai', options({ env: { OPENAI_BASE_URL: url } }));
    expect(read).toThrow(/base URL of openai/);
    expect(read).not.toThrow(/secret/);
  },
);

test('an unreadable key file and an unknown provider are usage errors', () => {
  for (const [file, message] of [
    ['/nowhere', /\/nowhere cannot be read: there is no such file/],
    [temporaryFolder(), /cannot be read: it is a folder/],
  ] as const)
    expect(() => readAccess('openai', options({ env: { OPENAI_API_KEY_FILE: file } }))).toThrow(message);
  expect(() => parseBaseUrls(['mistral=http://host'])).toThrow(/anthropic, openai, gemini/);
});

test.each(['host:80', 'http://user:hush@host', 'http://:hush@host'])(
  '%s in a providers.yaml is refused in one error that does not repeat it',
  (url) => {
    const read = () => parseYaml(Providers, `openai: { baseUrl: '${url}' }`, 'providers.yaml');
    expect(read).toThrow(
      /^providers\.yaml:1:20: "openai\.baseUrl": expected an address that begins with http.* found something else, which may hold a secret$/,
    );
  },
);
