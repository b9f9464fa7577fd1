import type { RawFinding } from '../../checks/findings/rule.ts';
import type { ListedSkill } from '../../checks/site/read-listed-skill.ts';
import { fetchFault } from '../../checks/site/reading/fetch-evidence.ts';
import { shownUrl } from '../../checks/site/reading/shown-url.ts';
import { SITE_RULES } from '../../checks/site/reading/site-rules.ts';
import { offence, overLimits } from '../../checks/source/judge-archive.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import { type FetchTerms, fetchBounded } from '../http/fetch-bounded.ts';
import { loadSkill } from '../loading/load-skill.ts';
import type { SkillSearch } from '../loading/load-skills.ts';
import type { TreeFile } from '../loading/source-tree.ts';

/** Loads the skills of a v0.1.0 index, file by file, until a limit on all of them together is reached. */
export async function loadListed(
  listed: readonly ListedSkill[],
  origin: string,
  terms: FetchTerms,
): Promise<SkillSearch & { tried: number }> {
  const loaded: SkillSearch & { tried: number } = { skills: [], findings: [], tried: 0 };
  let bytes = 0;
  for (const skill of listed.slice(0, terms.limits.skills)) {
    if (bytes > terms.limits.containerBytes) break;
    const { folder, findings } = await loadOne(skill, origin, terms);
    bytes += folder?.files.reduce((sum, { content }) => sum + content.byteLength, 0) ?? 0;
    if (folder !== null) loaded.skills.push({ path: skill.name, folder });
    loaded.findings.push(...findings.map((finding) => ({ path: skill.name, finding })));
    loaded.tried++;
  }
  return loaded;
}

type Loaded = { folder: SkillFolder | null; findings: RawFinding[] };

async function loadOne({ name, files }: ListedSkill, source: string, terms: FetchTerms): Promise<Loaded> {
  const { limits } = terms;
  const tooMany = overLimits(limits, { files: files.length });
  if (tooMany.length > 0) return { folder: null, findings: tooMany };
  const fetched: TreeFile[] = [];
  let unpackedBytes = 0;
  for (const { path, url } of files) {
    const answer = await fetchBounded({ url, accept: '*/*', maxBytes: limits.downloadBytes }, terms);
    const fault = fetchFault(answer);
    if (answer.status === 'failed' || fault !== null) {
      const flaw = { path: shownUrl(url), flaw: fault ?? 'no answer' };
      return { folder: null, findings: offence(SITE_RULES.artifactMissing, [flaw]) };
    }
    unpackedBytes += answer.body.byteLength;
    const tooLarge = overLimits(limits, { unpackedBytes });
    if (tooLarge.length > 0) return { folder: null, findings: tooLarge };
    const { body } = answer;
    fetched.push({ path, executable: false, size: body.byteLength, read: async () => body });
  }
  const tree = { files: fetched, links: [], gaps: [], specials: [], checkouts: [] };
  return loadSkill(tree, { source, path: '.', rootName: name, limits });
}
