import { readManifest, toolsOf } from '../checks/manifest/read-manifest.ts';
import { allowedTools } from '../checks/skill/allowed-tools.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { SkillUnderTest } from '../runner/trial-setup.ts';

/** A skill says this of itself, or its suite brings it along. */
type Known = Pick<SkillUnderTest, 'name' | 'description' | 'withheld' | 'servers'>;

export function skillUnderTest(skill: SkillFolder, known: Known): SkillUnderTest {
  const read = readSkill(skill);
  const { document } = read;
  const manifest = readManifest(read);
  const body = document?.body ?? { text: '', offset: 0 };
  const values = (document?.frontmatter ?? []).flatMap(({ value }) =>
    value.kind === 'scalar' ? value.text : [],
  );
  const frontmatter = [
    document?.file.text.slice(0, body.offset) ?? '',
    ...values,
    // An agent says this of the tools that it offers.
    ...(manifest.status === 'read' ? [manifest.file.text] : []),
  ].join('\n');
  const tools = toolsOf(read);
  return {
    ...known,
    frontmatter,
    body: body.text,
    files: skill.files,
    tools,
    declaredTools: [...allowedTools(read), ...tools.map(({ name }) => name)],
  };
}
