import { AssayError } from '../base/assay-error.ts';
import type { Suite } from '../contracts/suite.ts';
import { countAsKeys } from '../host/known-keys.ts';
import type { ServiceSecret } from '../sandbox/sandbox.ts';

/** A shorter value could stand in an answer by chance, where it would be replaced. */
const SHORTEST = 8;
const IN_A_HEADER = /^[!-~]+$/;

type Consent = {
  /** Names of the secrets that the user has allowed. */
  allowed: readonly string[];
  say: (line: string) => void;
  env?: NodeJS.ProcessEnv;
};

/**
 * The secrets of the services that a suite uses. Their values come from the environment and go to the sandbox engine alone. A
 * suite may be anybody's, so that the user names each secret that it gets.
 */
export function serviceSecrets(suite: Suite, { allowed, say, env = process.env }: Consent): ServiceSecret[] {
  const { id, secrets = [] } = suite;
  requireAllowed(suite, allowed);
  countAsKeys(allowed);
  for (const { name, hosts } of secrets) say(`The secret ${name} can be sent to ${hosts.join(', ')}.`);
  return secrets.map(({ name, hosts, as: variable = name }) => {
    const { [name]: value = '' } = env;
    const problem = problemOf(value);
    if (problem === null) return { variable, value, hosts };
    const needed = `The suite "${id}" needs a secret for ${hosts.join(', ')} in the environment variable ${name}`;
    throw new AssayError('USAGE', `${needed}: ${problem}.`);
  });
}

function requireAllowed({ id, secrets = [] }: Suite, allowed: readonly string[]): void {
  const unknown = allowed.find((given) => !secrets.some(({ name }) => name === given));
  if (unknown !== undefined)
    throw new AssayError('USAGE', `--secret ${unknown}: the suite "${id}" asks for no such secret.`);
  const open = secrets.filter(({ name }) => !allowed.includes(name));
  if (open.length === 0) return;
  const asked = open.map(({ name, hosts }) => `- ${name}, for ${hosts.join(', ')}`).join('\n');
  const options = open.map(({ name }) => `--secret ${name}`).join(' ');
  throw new AssayError(
    'USAGE',
    `The suite "${id}" asks for secrets of yours:\n${asked}\nNothing was started. If these hosts may get them, add ${options}.`,
  );
}

function problemOf(value: string): string | null {
  if (value === '') return 'it is not set';
  if (!IN_A_HEADER.test(value)) return 'its value has characters that a header cannot hold, such as spaces';
  return value.length < SHORTEST ? `its value has fewer than ${SHORTEST} characters` : null;
}
