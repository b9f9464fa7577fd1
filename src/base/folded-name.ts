/** Characters that macOS leaves out where it compares names, as git knows them (`is_hfs_dotgit`). */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * A name as systems that ignore case compare it. Windows opens a file without the dots and spaces at the end of its
 * name, and without what follows a colon.
 */
export function foldedName(name: string): string {
  const [stem = ''] = name.replace(IGNORED, '').toLowerCase().split(':');
  const end = [...stem].findLastIndex((letter) => letter !== '.' && letter !== ' ');
  return stem.slice(0, end + 1);
}
