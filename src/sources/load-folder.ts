import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { unreadable } from './file-fault.ts';
import { folderTree } from './loading/folder-tree.ts';
import { folderTooLarge, type LoadTerms, loadSkills, type SkillSearch } from './loading/load-skills.ts';
import type { Source } from './source.ts';

/** The folder itself may be named through a link; links inside it are judged by where they lead. */
export async function loadFolder(
  { path, text }: Extract<Source, { kind: 'folder' }>,
  { limits, findsEvals }: Pick<LoadTerms, 'limits' | 'findsEvals'>,
): Promise<SkillSearch> {
  try {
    const root = await realpath(path);
    const tree = await folderTree(root, limits.containerEntries);
    if (tree !== null)
      return await loadSkills(tree, {
        ...{ source: text, limits, findsEvals },
        ...{ rootName: basename(root), isSkill: true },
      });
    return folderTooLarge(limits, 'containerEntries');
  } catch (cause) {
    throw cause instanceof AssayError ? cause : unreadable(path, cause);
  }
}
