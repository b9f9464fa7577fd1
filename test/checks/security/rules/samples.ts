/** A fenced block of code in the instructions. */
export function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** Code that the instructions have run. */
export function bash(code: string): string {
  return `Run:\n\n${fenced('bash', code)}`;
}

export function shellScript(code: string): Record<string, string> {
  return { 'scripts/run.sh': `#!/bin/bash\n${code}\n` };
}

export function pythonScript(code: string): Record<string, string> {
  return { 'scripts/run.py': `${code}\n` };
}

export function nodeScript(code: string): Record<string, string> {
  return { 'scripts/run.mjs': `${code}\n` };
}

/** A `SKILL.md` of a skill that teaches or does security work. */
export function lesson(body: string): Record<string, string> {
  return {
    'SKILL.md': `---\nname: security-lessons\ndescription: Teaches security reviewers what attacks look like.\n---\n\n# Security lessons\n\n${body}\n`,
  };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

export function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
