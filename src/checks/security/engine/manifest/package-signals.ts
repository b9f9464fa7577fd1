import type { Severity } from '../../../../contracts/finding.ts';
import { type OutcomeOf, outcomeBudget } from '../budget/outcome-budget.ts';
import { type Host, hostOf, isDrop } from '../known/hosts.ts';
import { polarityAround } from '../prose/polarity-around.ts';
import { hasOneOf } from '../regions/glance.ts';
import type { Identity } from '../regions/identity.ts';
import { type ProsePassage, type Spot, spotAt } from '../regions/passage.ts';
import { isProse } from '../regions/region.ts';
import type { Signal } from '../signal.ts';
import { imitated } from './lookalikes.ts';

const INSTALL =
  /\b(?:pip3?|uv|pipx|npm|npx|pnpm|yarn|bun|bunx|gem|cargo|go|brew|poetry|conda)\b[^\n]{0,20}?\b(?:install|add|download|get|i|dlx|exec|x|run|tap|-y|--yes|--registry|--index-url|create)\b[^\n]{0,300}/g;
const INDEX =
  /(?:--(?:index-url|extra-index-url|registry|index|source|channel|find-links|trusted-host)|\s-i|\s-f)[= ]{1,2}["']?(https?:\/\/[^\s"'`]{4,300}|[\w.-]{4,80}\.\w{2,10})/g;
const ARCHIVE =
  /(?:^|\s)["']?(?:[\w.-]{1,60}\s?@\s?)?(https?:\/\/[^\s"'`]{4,300}?(?:\.(?:tar\.gz|tgz|zip|whl|gem|crate)|\.git)?)(?=["'\s]|$)/g;
const SETTING =
  /(?:npm|yarn|pnpm)\s{1,3}config\s{1,3}set\s[^\n]{0,20}registry[= ]{1,2}(https?:\/\/\S{4,300})|pip3?\s{1,3}config\s{1,3}set\s[^\n]{0,30}index-url\s{1,2}(https?:\/\/\S{4,300})|(?:PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|NPM_CONFIG_REGISTRY|UV_INDEX_URL)=["']?(https?:\/\/[^\s"']{4,300})|^registry\s?=\s?(https?:\/\/\S{4,300})/gim;

/** Words that the patterns above begin with. */
const hasInstaller = hasOneOf(
  'pip pip3 uv pipx npm npx pnpm yarn bun bunx gem cargo go brew poetry conda registry pip_index_url pip_extra_index_url npm_config_registry uv_index_url'.split(
    ' ',
  ),
);

/** Sources of packages other than the public registry. */
export function packageSignals(passage: ProsePassage, identity: Identity, outcomeOf: OutcomeOf): Signal[] {
  if (!passage.text.includes('://') && !passage.text.includes('--trusted-host')) return [];
  if (!hasInstaller(passage.glance)) return [];
  const signals: Signal[] = [];
  for (const command of passage.text.matchAll(INSTALL)) {
    if (!command[0].includes('://') && !command[0].includes('--trusted-host')) continue;
    for (const pattern of [INDEX, ARCHIVE])
      for (const match of command[0].matchAll(pattern))
        signals.push(...sourceSignal(match[1] ?? '', passage, command.index, command[0].length, identity));
  }
  for (const match of passage.text.matchAll(SETTING))
    signals.push(
      ...sourceSignal(
        match.slice(1).find((url) => url !== undefined) ?? '',
        passage,
        match.index,
        match[0].length,
        identity,
      ),
    );
  return signals.filter(outcomeBudget(MAX_SOURCES, outcomeOf));
}

const MAX_SOURCES = 40;

const SEVERITY: Readonly<Record<Host['standing'], Severity>> = {
  local: 'info',
  'well-known': 'info',
  related: 'low',
  unknown: 'low',
  stranger: 'high',
  drop: 'high',
};

const PACKAGE_HOSTS =
  /(?:^|\.)(?:pytorch\.org|nvidia\.com|nvcr\.io|conda\.anaconda\.org|jfrog\.io|pkg\.dev|pkg\.github\.com|jsr\.io|jsdelivr\.net|unpkg\.com|esm\.sh|gemfury\.com|packagecloud\.io|cloudsmith\.io|huggingface\.co|pyg\.org|buf\.build|npmmirror\.com|taobao\.org|tsinghua\.edu\.cn|aliyun\.com|douban\.com|tencent\.com|ustc\.edu\.cn|huaweicloud\.com|llvm\.org|codeartifact\.[\w.-]{1,60}|artifactory\.[\w.-]{1,60})$/;

function sourceSignal(
  url: string,
  passage: ProsePassage,
  start: number,
  length: number,
  identity: Identity,
): Signal[] {
  const host = hostOf(url, identity);
  if (
    host.name === '' ||
    PACKAGE_HOSTS.test(host.name) ||
    /(?:example\.(?:com|org|net)|company\.com|your[\w-]{0,30}\.\w+|corp\.\w+|internal)$/.test(host.name)
  )
    return [];
  const isRepository = /^(?:git\+)?https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)\./.test(url);
  const severity = isRepository && host.standing === 'stranger' ? 'low' : SEVERITY[host.standing];
  const title = `Installs packages from ${host.name}`;
  const spot = spotAt(passage, start, length);
  if (spot === null) return [];
  return [
    {
      ...spot,
      rule: 'security/untrusted-package-source',
      severity,
      confidence: 'medium',
      polarity: polarityOf(spot),
      isConcrete: true,
      title,
    },
  ];
}

/** Running text may name a command to forbid it. */
function polarityOf({ region, start, end }: Spot): Signal['polarity'] {
  return isProse(region) ? polarityAround(region.text, start, end - start) : 'asserted';
}

const NAMED =
  /\b(?:pip3?\s{1,3}install|uv\s{1,3}(?:pip\s{1,3}install|add)|npm\s{1,3}(?:install|i|add)|pnpm\s{1,3}add|yarn\s{1,3}add|bun\s{1,3}add|poetry\s{1,3}add)\s{1,3}([^\n;&|`]{2,300})/g;

const MAX_LOOKALIKES = 20;
const hasNamed = hasOneOf(['pip', 'pip3', 'uv', 'npm', 'pnpm', 'yarn', 'bun', 'poetry']);

/** Packages whose names are one typing mistake away from well-known ones. */
export function lookalikeSignals(passage: ProsePassage, outcomeOf: OutcomeOf): Signal[] {
  if (!hasNamed(passage.glance)) return [];
  const signals: Signal[] = [];
  for (const match of passage.text.matchAll(NAMED)) {
    for (const word of (match[1] ?? '').split(/\s+/)) {
      const name = word.replace(/^["']|["',]$/g, '').replace(/(?:[=<>~!^[].*|(?<=.)@.*)$/, '');
      const popular = /^[a-z][\w.-]{3,60}$/i.test(name) ? imitated(name) : null;
      const spot = popular === null ? null : spotAt(passage, match.index, match[0].length);
      if (spot !== null)
        signals.push({
          ...spot,
          rule: 'security/lookalike-package',
          severity: 'high',
          confidence: 'medium',
          polarity: polarityOf(spot),
          isConcrete: true,
          title: `Installs "${name}", one slip away from "${popular}"`,
        });
    }
  }
  return signals.filter(outcomeBudget(MAX_LOOKALIKES, outcomeOf));
}

const REQUIREMENT =
  /^\s{0,4}(?:--?(?:extra-)?index-url|-i|--find-links|-f)[= ]\s{0,3}(https?:\/\/\S{4,300})|^\s{0,4}[\w.-]{2,80}\s{0,3}@\s{0,3}(https?:\/\/\S{4,300})|^\s{0,8}"[@\w./-]{2,100}"\s{0,3}:\s{0,3}"(?:git\+)?(https?:\/\/[^"\s]{4,300})"/gm;
const MANIFEST =
  /(?:^|\/)(?:requirements[\w.-]{0,40}\.txt|constraints\.txt|package\.json|pip\.conf|\.npmrc)$/;

/** Finds the same in the files that list packages. */
export function requirementSignals(
  passage: ProsePassage,
  identity: Identity,
  outcomeOf: OutcomeOf,
): Signal[] {
  const path = passage.isWritten ? (passage.regions[0]?.file.path ?? '') : '';
  if (!MANIFEST.test(path)) return [];
  const signals = [...passage.text.matchAll(REQUIREMENT)].flatMap((match) => {
    const url = match.slice(1).find((one) => one !== undefined) ?? '';
    const isLink = /"(?:homepage|url|repository|bugs|funding|license|\$schema)"/.test(match[0]);
    return isLink ? [] : sourceSignal(url, passage, match.index, match[0].length, identity);
  });
  return signals.filter(outcomeBudget(MAX_SOURCES, outcomeOf));
}

const LINK = /https?:\/\/[^\s<>"'`)\]]{4,500}/g;

/** Links to hosts that do not show who answers. */
export function linkSignals(passage: ProsePassage): Signal[] {
  const signals: Signal[] = [];
  for (const match of passage.text.matchAll(LINK)) {
    if (signals.length >= 20) break;
    const spot = isDrop(match[0]) ? spotAt(passage, match.index, match[0].length) : null;
    if (spot === null) continue;
    signals.push({
      ...spot,
      rule: 'security/external-url',
      severity: 'low',
      confidence: 'high',
      polarity: 'asserted',
      isConcrete: true,
      title: `Links to ${match[0].slice(0, 120)}`,
    });
  }
  return signals;
}
