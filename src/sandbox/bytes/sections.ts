/** Bash that prints those of the given files that can be read, each below its name. It starts no process. */
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

/** What was printed, by heading; a heading that stands twice keeps its last text. */
export function parseSections(text: string): ReadonlyMap<string, string> {
  const [, ...parts] = text.split(HEADING);
  const pairs = parts.flatMap((part, index) =>
    index % 2 === 0 ? [[part, (parts[index + 1] ?? '').trim()] as const] : [],
  );
  return new Map(pairs);
}
