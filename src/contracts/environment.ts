import { z } from 'zod';

const DebianPackage = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.+-]*(=[\w.+:~-]+)?$/,
    'the name of a Debian package, as in poppler-utils or jq=1.6-2.1',
  );
const PythonPackage = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.-]*(\[[\w,.-]+\])?(==[\w.!+]+)?$/,
    'the name of a Python package, as in openpyxl or openpyxl==3.1.5',
  );
const NodePackage = z
  .string()
  .regex(
    /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~+-]+)?$/,
    'the name of an npm package, as in docx or docx@9.5.0',
  );

/** How the name of a variable ends, or one of its words, if it holds a secret; an agent in a sandbox gets none of those. */
const KEY_LIKE = /(?:KEY|TOKEN|SECRET|PASSWD|PASSWORD|PASSPHRASE|CREDENTIAL|COOKIE)S?(?:_|$)|^DOCKER_/i;
/** Variables that the harness itself sets, or that would change how programs start and what they load. */
const OWN_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|HOSTNAME|ENV|BASH_ENV|NODE_\w*|PYTHON\w*|GIT_\w*|LC_\w*|LD_\w*|\w*_PROXY)$/i;

export function looksLikeKey(variable: string): boolean {
  return KEY_LIKE.test(variable);
}

export function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

export function isVariableOfOurs(name: string): boolean {
  return OWN_VARIABLES.test(name);
}

/** What is wrong with the name of a variable; `null` if nothing is. */
function nameFault(name: string): string | null {
  if (!isVariable(name)) return 'a name of letters, digits and underscores';
  if (looksLikeKey(name))
    return 'a name that does not look like that of a secret, for which this is no place';
  return isVariableOfOurs(name) ? 'a variable that does not change how programs start' : null;
}

/** A line break would end the instruction that sets it. */
const VariableValue = z.string().regex(/^[^\0\r\n]*$/, 'a text in one line');

const MACHINE = {
  memoryMib: z.int().min(128).max(65_536),
  cpus: z.number().min(0.25).max(64),
  processes: z.int().min(64).max(8192).describe('Threads count as processes.'),
  diskMib: z
    .int()
    .min(64)
    .max(192)
    .describe('Of the workspace, and of /tmp as well; more could not be searched.'),
};

/** The size of a sandbox. Its folders lie in memory, so what is in them counts as memory too. */
export const Machine = z.strictObject({
  memoryMib: MACHINE.memoryMib.default(1024),
  cpus: MACHINE.cpus.default(1),
  processes: MACHINE.processes.default(256),
  diskMib: MACHINE.diskMib.default(64),
});
export type Machine = z.infer<typeof Machine>;

export const USUAL_MACHINE: Machine = Machine.parse({});

const PARTS = {
  debian: z.array(DebianPackage).describe('Debian packages, with a version if it matters.'),
  pip: z
    .array(PythonPackage)
    .describe('Python packages. With hashes they belong in environment/requirements.txt.'),
  npm: z
    .array(NodePackage)
    .describe('npm packages. With a lock file they belong in environment/package.json.'),
  variables: z.record(z.string(), VariableValue).superRefine((variables, context) => {
    for (const name of Object.keys(variables)) {
      const message = nameFault(name);
      if (message !== null) context.addIssue({ code: 'custom', path: [name], message, input: name });
    }
  }),
  timeZone: z.string().regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, 'the name of a time zone, as in Europe/Berlin'),
  locale: z.string().regex(/^(C|[a-z]{2,3}_[A-Z]{2})\.UTF-8$/, 'a locale with UTF-8, as in de_DE.UTF-8'),
};

/** What the skill of a suite needs beside the sandbox image. Both arms get it. */
export const Environment = z.strictObject({
  debian: PARTS.debian.default([]),
  pip: PARTS.pip.default([]),
  npm: PARTS.npm.default([]),
  variables: PARTS.variables.default({}),
  timeZone: PARTS.timeZone.default('UTC'),
  locale: PARTS.locale.default('C.UTF-8'),
  machine: Machine.prefault({}),
});
export type Environment = z.infer<typeof Environment>;

/** The environment of a suite that says nothing about it. */
export const USUAL_ENVIRONMENT: Environment = Environment.parse({});

/**
 * What one task needs besides the environment of its suite: packages and variables are added, and the rest is replaced
 * where the task names it.
 */
export const TaskEnvironment = z
  .strictObject({ ...PARTS, machine: z.strictObject(MACHINE).partial() })
  .partial();
export type TaskEnvironment = z.infer<typeof TaskEnvironment>;
