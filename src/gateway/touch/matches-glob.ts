const MAX_VARIANTS = 64;
const GROUP = /\{([^{},]*,[^{}]*)\}/;

/** As a shell matches a pattern against a path, in time that no pattern can blow up. */
export function matchesGlob(glob: string, path: string): boolean {
  const names = path.split('/');
  return variantsOf(glob.replaceAll(/\[[^[\]/]+\]/g, '?')).some((variant) => {
    const patterns = variant.split('/');
    return (
      patterns.length === names.length &&
      patterns.every((pattern, place) => matchesName(pattern, names[place] ?? ''))
    );
  });
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
