/** Programs that every sandbox has, so that tasks find them elsewhere as well. */
const USUAL_TOOLS = ['ca-certificates', 'curl', 'git', 'jq', 'perl', 'procps', 'python3', 'ripgrep'];

/** The instruction with which an export installs them, and which means nothing to an import. */
export const INSTALLS_USUAL_TOOLS = installing(USUAL_TOOLS);

export function installing(debian: readonly string[]): string {
  const install = `apt-get install -y --no-install-recommends ${debian.join(' ')}`;
  return `RUN apt-get update && ${install} && rm -rf /var/lib/apt/lists/*`;
}
