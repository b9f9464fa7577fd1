/** Bash that prints the readable ones of the given files, each below its name. It starts no process. */
export const PRINT_FILES = `
print_files() {
  local file lines
  for file; do
    mapfile -t lines 2>/dev/null <"$file" || continue
    printf '== %s\\n' "$file"
    (( \${#lines[@]} )) && printf '%s\\n' "\${lines[@]}"
  done 2>/dev/null
}
`;

const HEADING = /^== (.*)$/m;

/** The printed texts, by heading; if a heading occurs twice, its last text is kept. */
export function parseSections(text: string): ReadonlyMap<string, string> {
  const [, ...parts] = text.split(HEADING);
  const pairs = parts.flatMap((part, index) =>
    index % 2 === 0 ? [[part, (parts[index + 1] ?? '').trim()] as const] : [],
  );
  return new Map(pairs);
}
