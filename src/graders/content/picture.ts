import { AssayError } from '../../base/assay-error.ts';
import type { PictureGrader } from '../../contracts/picture-grader.ts';
import { type ContentVerdict, fail, pass, tooLong } from './content-verdict.ts';
import { isWithin, shownRange } from './count-range.ts';
import { distanceBetween } from './pictures/distance.ts';
import type { Picture } from './pictures/picture.ts';
import { readPicture } from './pictures/read-picture.ts';

/** Judges the form of a picture, and whether it looks like another one. */
export async function picture(
  spec: PictureGrader,
  found: Uint8Array,
  given: Uint8Array | null,
): Promise<ContentVerdict> {
  const { path } = spec;
  const like = given === null ? null : await givenPicture(spec, given);
  const fault = tooLong(path, found);
  if (fault !== null) return fail(fault);
  const read = await readPicture(found);
  if ('fault' in read) return fail(`${path} ${read.fault}`);
  const problem = formProblem(spec, read) ?? likenessProblem(spec, read, like);
  return problem === null ? pass(`${path} is as expected`) : fail(`${path} ${problem}`);
}

async function givenPicture({ likeFile }: PictureGrader, bytes: Uint8Array): Promise<Picture> {
  const read = await readPicture(bytes);
  if ('fault' in read) throw new AssayError('GRADER_FAILED', `grade/${likeFile} ${read.fault}.`);
  return read;
}

function formProblem({ format, ...sizes }: PictureGrader, found: Picture): string | null {
  if (format !== undefined && found.format !== format) return `is a ${found.format}, and not a ${format}`;
  for (const side of ['width', 'height'] as const) {
    const expected = sizes[side];
    if (expected !== undefined && !isWithin(expected, found[side]))
      return `has a ${side} of ${found[side]} pixels, and not ${shownRange(expected)}`;
  }
  return null;
}

function likenessProblem(
  { likeFile, distance }: PictureGrader,
  found: Picture,
  like: Picture | null,
): string | null {
  const measured = like === null ? 0 : distanceBetween(found, like);
  if (measured <= distance) return null;
  return `does not look like grade/${likeFile}: the distance is ${measured.toFixed(4)}, and not at most ${distance}`;
}
