import type { AgentDescription } from '../agents/agent.ts';
import { COMMAND_AGENT } from '../agents/programs/command-agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { complaintsAbout } from '../base/schema-complaint.ts';
import { AgentSettings, type SkillPlace } from '../contracts/agent-settings.ts';

/** What the user asks of the agent beside its model. */
export type SettingOptions = {
  permissions?: string | undefined;
  effort?: string | undefined;
  temperature?: number | undefined;
  /** By default as the suite says. */
  skillPlace?: SkillPlace | undefined;
};

/** What the agent would not pass on is refused: a scorecard that names it would be wrong. */
export function chooseSettings(agent: AgentDescription, options: SettingOptions): AgentSettings {
  const settings = readSettings(options);
  const { efforts, hasTemperature, alwaysAllows } = agent.settings;
  if (settings.permissions !== 'allow' && alwaysAllows !== undefined)
    throw withoutPermissions(agent, settings);
  if (settings.effort !== null) requireEffort(agent, settings.effort, efforts);
  if (settings.temperature !== null && !hasTemperature) throw withoutSetting(agent, 'temperature');
  return settings;
}

function readSettings({
  permissions,
  effort = null,
  temperature = null,
}: { [Name in keyof SettingOptions]: unknown }) {
  const given = { permissions, effort, temperature };
  const parsed = AgentSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [complaint] = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, given));
  throw new AssayError('USAGE', `--${String(complaint?.path[0])}: ${complaint?.message}.`);
}

function requireEffort(
  agent: AgentDescription,
  effort: string,
  efforts: AgentDescription['settings']['efforts'],
): void {
  if (efforts === 'any' || efforts.includes(effort)) return;
  if (efforts.length === 0) throw withoutSetting(agent, 'effort');
  const known = efforts.join(', ');
  throw new AssayError('USAGE', `--effort: expected one of ${known} for ${agent.id}, got "${effort}".`);
}

function withoutPermissions(
  { title, settings }: AgentDescription,
  { permissions }: AgentSettings,
): AssayError {
  return new AssayError(
    'USAGE',
    `${title} has no --permissions ${permissions}: ${settings.alwaysAllows}. Choose another agent, or leave --permissions out.`,
  );
}

function withoutSetting({ id, title }: AgentDescription, name: keyof SettingOptions): AssayError {
  const instead =
    id === COMMAND_AGENT ? `Write {${name}} where the command line wants it` : 'Choose another agent';
  return new AssayError('USAGE', `${title} cannot be told the ${name}. ${instead}, or leave --${name} out.`);
}
