import { MAX_PATH_CHARACTERS } from './max-path-characters.ts';

const MAX_VARIANTS = 64;
/** Some tenths of a second, for all patterns of a trial together. */
const MAX_STEPS = 20_000_000;
const GROUP = /\{([^{},]*,[^{}]*)\}/;

export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/**
 * Compares patterns with paths as a shell does. A skill chooses the names of its files and, through the agent, the
 * patterns, so the number of steps is limited. Honest work never comes near the limit; beyond it, nothing matches.
 */
export class Globs {
  #stepsLeft = MAX_STEPS;

  get stepsLeft(): number {
    return this.#stepsLeft;
  }

  /** Whether a pattern matches one of the paths. */
  matchesAny(glob: string, paths: readonly string[]): boolean {
    if (glob.length > MAX_PATH_CHARACTERS) return false;
    const written = new Set(variantsOf(glob.replaceAll(/\[[^[\]/]+\]/g, '?')));
    const variants = [...written].map((variant) => variant.split('/'));
    return paths.some((path) => {
      const names = path.split('/');
      return variants.some((patterns) => this.#matchesNames(patterns, names));
    });
  }

  #matchesNames(patterns: readonly string[], names: readonly string[]): boolean {
    this.#stepsLeft -= 1;
    return (
      patterns.length === names.length &&
      patterns.every((pattern, place) => this.#matchesName(pattern, names[place] ?? ''))
    );
  }

  /** Matches `*` and `?`. Backtracking to the last star is enough: a longer match of an earlier one gains nothing. */
  #matchesName(pattern: string, name: string): boolean {
    let [at, star, taken] = [0, -1, 0];
    for (let index = 0; index < name.length; ) {
      if (this.#stepsLeft-- <= 0) return false;
      if (pattern[at] === '*') {
        star = at++;
        taken = index;
      } else if (pattern[at] === '?' || pattern[at] === name[index]) {
        at += 1;
        index += 1;
      } else if (star === -1) {
        return false;
      } else {
        at = star + 1;
        index = ++taken;
      }
    }
    return /^\**$/.test(pattern.slice(at));
  }
}

/** Expands `{a,b}`. */
function variantsOf(glob: string): string[] {
  let variants = [glob];
  while (variants.length < MAX_VARIANTS && variants.some((variant) => GROUP.test(variant)))
    variants = variants.flatMap((variant) => {
      const [group, inside = ''] = GROUP.exec(variant) ?? [];
      return group === undefined
        ? variant
        : inside.split(',', MAX_VARIANTS).map((choice) => variant.replace(group, () => choice));
    });
  return variants.slice(0, MAX_VARIANTS);
}
