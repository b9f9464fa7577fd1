/** A foreign base image, and what of it the sandbox has as well. */
export type BaseImage = {
  /** Its name without registry and tag. */
  name: string;
  /** Whether the sandbox image can stand for it. */
  isKnown: boolean;
  /** Debian packages that give what it has and the sandbox lacks. */
  debian: readonly string[];
  /** What it is replaced by, for the reader. */
  replacement: string;
};

const LIBRARY =
  /^(?:(?:(?:index\.|registry-1\.)?docker\.io|mirror\.gcr\.io|public\.ecr\.aws\/docker)\/)?(?:library\/)?([a-z0-9._-]+)(?:[:@].*)?$/;

const KNOWN: Record<string, Pick<BaseImage, 'debian' | 'replacement'>> = {
  ubuntu: { debian: [], replacement: 'which is a Debian 12' },
  debian: { debian: [], replacement: 'which is a Debian 12' },
  python: { debian: ['python-is-python3', 'python3-pip'], replacement: 'with the Python of Debian 12' },
  node: { debian: [], replacement: 'with the Node.js of Assay' },
};

export function baseImageOf(reference: string): BaseImage {
  const name = LIBRARY.exec(reference)?.[1] ?? reference;
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  return { name, isKnown: known !== undefined, ...(known ?? { debian: [], replacement: '' }) };
}
