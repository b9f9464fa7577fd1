/** Characters that macOS leaves out where it compares names, as git knows them (`is_hfs_dotgit`). */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Characters in whose place programs that unpack archives on Windows write an underscore. */
const UNWRITABLE = /[?*"<>|]/g;

/**
 * A name as systems that ignore case compare it. Windows opens a file without the dots and spaces at the end of its
 * name, and without what follows a colon; UnZip removes the version that VMS has at the end, `;1`.
 */
export function foldedName(name: string): string {
  const [written = ''] = name.replace(IGNORED, '').toLowerCase().replace(UNWRITABLE, '_').split(':');
  const stem = written.replace(/;\d*$/, '');
  const end = [...stem].findLastIndex((letter) => letter !== '.' && letter !== ' ');
  return stem.slice(0, end + 1);
}
