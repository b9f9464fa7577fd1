import type { YamlNode } from '../../../../base/yaml-tree.ts';
import type { Severity } from '../../../../contracts/finding.ts';
import { entryOf, type ReadSkill } from '../../../skill/read-skill.ts';
import { type ProsePassage, spotAt } from '../regions/passage.ts';
import type { Region } from '../regions/region.ts';
import type { RuleId, Signal } from '../signal.ts';
import { startedCommands } from './started-commands.ts';

const UNLIMITED = /(?:^|[\s,])(?:\*|all|Bash(?:\(\s{0,2}(?:\*|\*:\*|:\*)?\s{0,2}\))?)(?=$|[\s,])/;

/** What the frontmatter grants and starts. */
export function manifestSignals(skill: ReadSkill, regions: readonly Region[]): Signal[] {
  const head = regions.find(({ kind }) => kind === 'frontmatter');
  if (head === undefined) return [];
  const tools = entryOf(skill, 'allowed-tools') ?? entryOf(skill, 'tools');
  const grants = tools === null ? '' : textsIn(tools.value).join(' ');
  const hooks = entryOf(skill, 'hooks');
  const startsPrograms = startedCommands(skill).some(({ file }) => file === head.file);
  return [
    ...(UNLIMITED.test(grants) ? [at(head, 'tools', 'security/broad-tool-grant', 'low')] : []),
    ...(hooks === null ? [] : [at(head, 'hooks', 'security/hook', startsPrograms ? 'medium' : 'low')]),
  ];
}

function textsIn(node: YamlNode): string[] {
  if (node.kind === 'scalar') return [node.text];
  return node.kind === 'list'
    ? node.items.flatMap(textsIn)
    : node.entries.flatMap(({ value }) => textsIn(value));
}

function at(region: Region, key: string, rule: RuleId, severity: Severity): Signal {
  const start = Math.max(0, region.text.search(new RegExp(`^\\s*[\\w-]{0,20}${key}\\s*:`, 'm')));
  const line = region.text.indexOf('\n', start);
  const end = line === -1 ? region.text.length : line;
  return {
    rule,
    severity,
    confidence: 'high',
    region,
    start,
    end,
    polarity: 'asserted',
    isConcrete: true,
    title: null,
  };
}

const LOADED = /!`([^`\n]{1,600})`/g;

/** `!` before a code span runs it when the skill is loaded. */
export function dynamicContextSignals(passage: ProsePassage): Signal[] {
  if (!passage.text.includes('!`')) return [];
  return [...passage.text.matchAll(LOADED).take(20)].flatMap((match) => {
    const spot = spotAt(passage, match.index, match[0].length);
    if (spot === null || spot.region.kind === 'code' || spot.region.kind === 'script') return [];
    return [
      {
        ...spot,
        rule: 'security/dynamic-context',
        severity: 'low',
        confidence: 'high',
        polarity: 'asserted',
        isConcrete: true,
        title: null,
      },
    ];
  });
}
