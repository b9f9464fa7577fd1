/*
 * A program that decides one grader where there is no Assay: `node FILE SPEC WORKSPACE GRADE` ends with 0 if it passes. It
 * is bundled with all that it imports, so that it judges exactly as Assay does. An agent has left the workspace, where
 * links may lead to what only graders know.
 */
import { writeSync } from 'node:fs';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { messageOf } from '../../base/assay-error.ts';
import type { PlainContentSpec } from '../../contracts/grader-spec.ts';
import { type ContentVerdict, fail, pass } from '../content/content-verdict.ts';
import { csvEquals } from '../content/csv-equals.ts';
import { fileContent } from '../content/file-content.ts';
import { jsonEquals } from '../content/json-equals.ts';
import { jsonSchema } from '../content/json-schema.ts';
import { text } from '../content/text.ts';

/** More than a workspace has room for. */
const MOST_BYTES = 192 * 1024 ** 2;

type Arguments = { spec: PlainContentSpec; workspace: string; grade: string };

async function judge({ spec, workspace, grade }: Arguments): Promise<ContentVerdict> {
  const { path } = spec;
  const found = await look(path, workspace);
  if (spec.kind === 'file-content' && spec.absent)
    return found.kind === 'nothing' ? pass(`${path} is absent`) : fail(`${path} exists`);
  if (found.kind === 'nothing') return fail(`${path} does not exist`);
  if (found.kind === 'no file') return fail(`${path} ${found.why}`);
  const name = spec.kind === 'json-schema' ? spec.schemaFile : spec.equalsFile;
  const given = name === undefined ? null : await readFile(join(grade, name));
  return decide(spec, found.content, given);
}

function decide(spec: PlainContentSpec, found: Uint8Array, given: Uint8Array | null): ContentVerdict {
  switch (spec.kind) {
    case 'csv-equals':
      return csvEquals(spec, found, given);
    case 'file-content':
      return fileContent(spec, found, given);
    case 'json-equals':
      return jsonEquals(spec, found, given);
    case 'json-schema':
      return jsonSchema(spec, found, given);
    case 'text':
      return text(spec, found, given);
  }
}

type Found = { kind: 'nothing' } | { kind: 'no file'; why: string } | { kind: 'file'; content: Uint8Array };

/** Follows links within the workspace only. */
async function look(path: string, workspace: string): Promise<Found> {
  const place = join(workspace, path);
  try {
    await lstat(place);
  } catch {
    // Whatever cannot be looked at by root is not there.
    return { kind: 'nothing' };
  }
  try {
    // A link would make the folder that it leads to the workspace, be it the one with what is expected.
    if (!(await lstat(workspace)).isDirectory())
      return { kind: 'no file', why: 'is not in a workspace: the agent replaced its folder' };
    const [end, root] = await Promise.all([realpath(place), realpath(workspace)]);
    if (!end.startsWith(`${root}${sep}`))
      return { kind: 'no file', why: 'is a link that leads out of the workspace' };
    const stats = await stat(end);
    if (!stats.isFile()) return { kind: 'no file', why: 'is not a file' };
    if (stats.size > MOST_BYTES) return { kind: 'no file', why: 'is larger than is read' };
    return { kind: 'file', content: await readFile(end) };
  } catch (cause) {
    return { kind: 'no file', why: `cannot be read: ${messageOf(cause)}` };
  }
}

const STANDARD_OUTPUT = 1;

const [spec = '', workspace = '', grade = ''] = process.argv.slice(2);
const { passed, detail } = await judge({ spec: JSON.parse(spec), workspace, grade });
writeSync(STANDARD_OUTPUT, `${detail}\n`);
process.exitCode = passed ? 0 : 1;
