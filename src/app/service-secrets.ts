import { AssayError } from '../base/assay-error.ts';
import type { Suite } from '../contracts/suite.ts';
import type { ServiceSecret } from '../sandbox/sandbox.ts';

/** A shorter value could stand in an answer by chance, where it would be replaced. */
const SHORTEST = 8;
const IN_A_HEADER = /^[!-~]+$/;

/** The secrets of the services that a suite uses. Their values come from the environment and go to the sandbox engine alone. */
export function serviceSecrets({ id, secrets = [] }: Suite, env = process.env): ServiceSecret[] {
  return secrets.map(({ name, hosts, as: variable = name }) => {
    const { [name]: value = '' } = env;
    const problem = problemOf(value);
    if (problem === null) return { variable, value, hosts };
    const needed = `The suite "${id}" needs a secret for ${hosts.join(', ')} in the environment variable ${name}`;
    throw new AssayError('USAGE', `${needed}: ${problem}.`);
  });
}

function problemOf(value: string): string | null {
  if (value === '') return 'it is not set';
  if (!IN_A_HEADER.test(value)) return 'its value has characters that a header cannot hold, such as spaces';
  return value.length < SHORTEST ? `its value has fewer than ${SHORTEST} characters` : null;
}
