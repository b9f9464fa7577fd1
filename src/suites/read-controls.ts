import { basename, join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { Control } from '../contracts/control.ts';
import { ProbeScriptFile, type Script } from '../contracts/script.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { readSkillFolder } from '../sources/read-skill-folder.ts';
import { listFolders } from './list-folders.ts';
import { readText } from './read-text.ts';

/** A control with its skill, and what the scripted model does with it if that is not what the probe's own script says. */
export type ControlFiles = {
  name: string;
  control: Control;
  skill: SkillFolder;
  turns: Script['arms']['with-skill'] | null;
};

/** The controls of a probe, in the order of their names. */
export async function readControls(probeDir: string): Promise<ControlFiles[]> {
  const dir = join(probeDir, 'controls');
  const names = (await listFolders(dir)) ?? [];
  return await Promise.all(names.map((name) => readControl(join(dir, name))));
}

async function readControl(dir: string): Promise<ControlFiles> {
  const file = join(dir, 'control.yaml');
  const text = await readText(file);
  if (text === null)
    throw new AssayError(
      'FILE_NOT_FOUND',
      `${file}: expected the control of this folder, found nothing there.`,
    );
  const control = parseYaml(Control, text, file);
  const place = join(dir, 'skill');
  const skill = await readSkillFolder(place, place);
  if (readSkill(skill).document === null)
    throw new AssayError('SKILL_INVALID', `${place}: expected a skill, found no SKILL.md that can be read.`);
  const script = join(dir, 'script.yaml');
  const said = await readText(script);
  const turns = said === null ? null : parseYaml(ProbeScriptFile, said, script).arms['with-skill'];
  return { name: basename(dir), control, skill: { ...skill, folder: null }, turns };
}
