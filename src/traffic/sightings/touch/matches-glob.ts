const MAX_VARIANTS = 64;
const GROUP = /\{([^{},]*,[^{}]*)\}/;

export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/** Whether it matches one of the paths, as a shell does it, in time that no pattern can blow up. */
export function matchesAny(glob: string, paths: readonly string[]): boolean {
  const variants = variantsOf(glob.replaceAll(/\[[^[\]/]+\]/g, '?')).map((variant) => variant.split('/'));
  return paths.some((path) => {
    const names = path.split('/');
    return variants.some((patterns) => matchesNames(patterns, names));
  });
}

function matchesNames(patterns: readonly string[], names: readonly string[]): boolean {
  return (
    patterns.length === names.length &&
    patterns.every((pattern, place) => matchesName(pattern, names[place] ?? ''))
  );
}

/** `{a,b}` written out. */
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

/** With `*` and `?`; goes back to the last star alone, because the earlier ones have taken what they could. */
function matchesName(pattern: string, name: string): boolean {
  let [at, star, taken] = [0, -1, 0];
  for (let index = 0; index < name.length; ) {
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
