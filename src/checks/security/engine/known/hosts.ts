import type { Identity } from '../regions/identity.ts';

/** What is known about the host of a URL. */
export type HostReputation =
  /** The host is this machine, or in a private network. */
  | 'local'
  /** The host publishes installers that everybody uses. */
  | 'well-known'
  /** The host belongs to what the skill says it is about. */
  | 'related'
  /** Anybody can leave or collect things there unseen: tunnels, pastes, request bins, bare addresses. */
  | 'drop'
  /** The host is only known at run time. */
  | 'unknown'
  | 'stranger';

export type Host = { name: string; standing: HostReputation; isEncrypted: boolean };

const DROPS =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|beeceptor\.com|hookbin\.com|requestcatcher\.com|interact\.sh|oast\.(?:fun|pro|live|site|online|me)|burpcollaborator\.net|oastify\.com|canarytokens\.com|pastebin\.com|rentry\.(?:co|org)|glot\.io|hastebin\.com|ghostbin\.com|paste\.(?:ee|rs|c-net\.org)|dpaste\.(?:com|org)|controlc\.com|termbin\.com|transfer\.sh|file\.io|0x0\.st|gofile\.io|anonfiles\.com|temp\.sh|bashupload\.com|trycloudflare\.com|serveo\.net|localhost\.run|loca\.lt|duckdns\.org|no-ip\.(?:com|org)|ddns\.net|bit\.ly|tinyurl\.com|is\.gd|cutt\.ly|rb\.gy|t\.ly|shorturl\.at|mocki\.io|putsreq\.com|webhook-test\.com|typedwebhook\.tools|catbox\.moe|pixeldrain\.com|onion|i2p)$/;
const WELL_KNOWN =
  /(?:^|\.)(?:docker\.com|scoop\.sh|chocolatey\.org|rustup\.rs|astral\.sh|bun\.(?:sh|com)|deno\.(?:land|com)|python-poetry\.org|pnpm\.io|yarnpkg\.com|npmjs\.(?:org|com)|nodesource\.com|nodejs\.org|pypa\.io|pypi\.org|pythonhosted\.org|python\.org|brew\.sh|helm\.sh|k3s\.io|ollama\.(?:com|ai)|fly\.io|tailscale\.com|starship\.rs|sdkman\.io|microsoft\.com|aka\.ms|google\.com|googleapis\.com|amazonaws\.com|apple\.com|ubuntu\.com|debian\.org|golang\.org|go\.dev|rust-lang\.org|crates\.io|rubygems\.org|claude\.ai|anthropic\.com|openai\.com|opencode\.ai|cursor\.(?:com|sh)|mise\.run|volta\.sh|nixos\.org|determinate\.systems|hashicorp\.com|github\.com|gitlab\.com|cloudflare\.com|vercel\.com|heroku\.com|paradigm\.xyz|jetbrains\.(?:com|team)|conda\.(?:io|org)|anaconda\.com|sentry\.io|supabase\.com|pulumi\.com|steampipe\.io|dagger\.io|sdk\.cloud\.google\.com|kubernetes\.io|k8s\.io|dl\.k8s\.io|fnm\.vercel\.app|warp\.dev|duckdb\.org|huggingface\.co|pixi\.sh|just\.systems)$/;
const CODE_HOSTS =
  /(?:^|\.)(?:githubusercontent\.com|github\.com|gitlab\.com|bitbucket\.org|jsdelivr\.net|unpkg\.com|codeberg\.org|gitee\.com|sr\.ht|huggingface\.co)$/;
const WELL_KNOWN_OWNERS =
  /^\/(?:gh\/)?(?:homebrew|nvm-sh|ohmyzsh|pyenv|rbenv|asdf-vm|rustdesk|helm|kubernetes|docker|microsoft|google|googlecloudplatform|aws|awslabs|anthropics|openai|github|vercel|cloudflare|hashicorp|astral-sh|junegunn|nodejs|python|pypa|rust-lang|golang|moby|k3s-io|cli|zsh-users|jesseduffield|aquasecurity|anchore|golangci|trufflesecurity|gitleaks|direnv|starship|denoland|oven-sh|supabase|stripe|getsentry)\//i;
const TENANTS =
  /(?:^|\.)(?:vercel\.app|netlify\.app|herokuapp\.com|pages\.dev|workers\.dev|github\.io|gitlab\.io|web\.app|firebaseapp\.com|azurewebsites\.net|onrender\.com|fly\.dev|railway\.app|up\.railway\.app|replit\.(?:app|dev)|repl\.co|surge\.sh|glitch\.me|s3\.amazonaws\.com|cloudfront\.net|blob\.core\.windows\.net|run\.app|amplifyapp\.com|deno\.dev)$/;
const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|host\.docker\.internal|[\w-]+\.(?:local|internal|lan|test|localhost))$/;
const METADATA = /^(?:169\.254\.169\.254|metadata\.google\.internal)$/;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[[0-9a-f:]+\]$|^0x[0-9a-f]{8}$|^\d{8,10}$/i;
/** Words that say nothing about the owner of a host. */
const GENERIC =
  /^(?:api|app|apps|code|config|data|dev|developer|docs|download|downloads|example|files|host|install|installer|internal|tool|tools|team|test|update|updates|server|service|services|skill|skills|agent|agents|cloud|company|my|your|the|web|site|project|setup|cdn|static|get|sync|backup|analytics|telemetry|metrics|monitor|evil|attacker|malicious)$/;

/** Whether an address is a metadata service, which gives out the keys of the machine that asks. */
export function isMetadataHost(name: string): boolean {
  return METADATA.test(name);
}

/** Whether anybody can register a name on this host. */
export function isTenant(name: string): boolean {
  return TENANTS.test(name);
}

/**
 * Whether a link leads to a place where anybody can collect things unseen. Cheaper than its full reputation.
 */
export function isDrop(url: string): boolean {
  const name = /^https?:\/\/(?:[^\s/@]{0,200}@)?([^\s/:?#]{1,253})/i.exec(url)?.[1] ?? '';
  const host = name.toLowerCase().replace(/[.,;]+$/, '');
  return ADDRESS.test(host) ? !LOCAL.test(host) : DROPS.test(host);
}

export function hostOf(url: string, identity: Identity): Host {
  const match =
    /^(?:(\w[\w+.-]{0,20}):\/\/)?(?:[^\s/@]{0,200}@)?(\[[0-9a-f:]{2,45}\]|[^\s/:?#]{1,253})(?::\d{1,5})?([/?#][^\s]{0,2000})?/i.exec(
      url.trim(),
    );
  const [, scheme = '', name = '', path = ''] = match ?? [];
  const host = name.toLowerCase().replace(/[.,;]+$/, '');
  return {
    name: host,
    standing: knownStanding(host, path, identity),
    isEncrypted: scheme.toLowerCase() !== 'http',
  };
}

/** A skill speaks of few hosts, and of each many times. */
function knownStanding(host: string, path: string, identity: Identity): HostReputation {
  if (CODE_HOSTS.test(host)) return standingOf(host, path, identity);
  const ofSkill = known.get(identity) ?? new Map<string, HostReputation>();
  const standing = ofSkill.get(host) ?? standingOf(host, path, identity);
  if (ofSkill.size < MAX_KNOWN) ofSkill.set(host, standing);
  known.set(identity, ofSkill);
  return standing;
}

const MAX_KNOWN = 1_000;
const known = new WeakMap<Identity, Map<string, HostReputation>>();

function standingOf(host: string, path: string, identity: Identity): HostReputation {
  if (host === '' || /[${}<>[\]*]/.test(host.replace(/^\[[0-9a-f:]+\]$/, ''))) return 'unknown';
  if (METADATA.test(host)) return 'drop';
  if (LOCAL.test(host)) return 'local';
  if (ADDRESS.test(host) || DROPS.test(host) || host.startsWith('xn--')) return 'drop';
  if (CODE_HOSTS.test(host)) return standingOfRepository(path, identity);
  if (WELL_KNOWN.test(host)) return 'well-known';
  return ownerNames(host).some((name) => isNamed(name, identity)) ? 'related' : 'stranger';
}

/** On a code host that everybody uses, the owner and the project identify whose code it is. */
function standingOfRepository(path: string, identity: Identity): HostReputation {
  if (WELL_KNOWN_OWNERS.test(path)) return 'well-known';
  const [owner = '', project = ''] = path
    .toLowerCase()
    .replace(/^\/(?:gh|npm)\//, '/')
    .split(/[/@]/)
    .filter((part) => part !== '');
  return [owner, project.replace(/\.git$/, '')].some((name) => isNamed(name, identity))
    ? 'related'
    : 'stranger';
}

function ownerNames(host: string): string[] {
  const labels = host.split('.');
  if (TENANTS.test(host)) return labels.slice(0, -2);
  const isCountry = labels.length > 2 && /^(?:co|com|org|net|gov|ac|or|ne)$/.test(labels.at(-2) ?? '');
  const owner = labels.at(isCountry ? -3 : -2) ?? host;
  return [owner, labels.slice(isCountry ? -3 : -2).join('.')];
}

function isNamed(name: string, { words, name: skill }: Identity): boolean {
  if (name.length < 3 || GENERIC.test(name)) return false;
  const own = skill.toLowerCase();
  return (
    words.has(name) ||
    words.has(name.replaceAll('-', '')) ||
    name.replace(/^(?:get|use|try|join|my)-?|-?(?:hq|app|labs?|inc|io|ai|cli|api|dev|cloud)$/g, '') === own
  );
}

/** `OPENAI_API_KEY` belongs to `openai`; null if a name suggests no vendor. */
export function vendorOf(variable: string): string | null {
  return VENDORS.find(([pattern]) => pattern.test(variable))?.[1] ?? null;
}

/**
 * Whether a vendor's key belongs at a host. A host name that merely contains the vendor's may be anybody's.
 */
export function isVendorHost(vendor: string, host: string): boolean {
  const [owner = ''] = ownerNames(host);
  return vendor
    .split('|')
    .some((part) =>
      part.includes('.') ? `.${host}`.endsWith(`.${part}`) : owner.startsWith(part) && !owner.includes('-'),
    );
}

const VENDORS: readonly [RegExp, string][] = [
  [/ANTHROPIC|CLAUDE/i, 'anthropic|claude'],
  [/OPENAI/i, 'openai|azure|openrouter'],
  [/AWS_/i, 'amazonaws|amazon|aws'],
  [/GITHUB|(?:^|_)GH_/i, 'github'],
  [/GITLAB/i, 'gitlab'],
  [/GOOGLE|GEMINI|GCP/i, 'google'],
  [/AZURE/i, 'azure|microsoft|windows.net'],
  [/STRIPE/i, 'stripe'],
  [/SLACK/i, 'slack'],
  [/HUGGING|(?:^|_)HF_/i, 'huggingface|hf.co'],
  [/NPM_/i, 'npmjs|npm'],
  [/DATABASE_URL|PGPASSWORD|DB_PASS/i, 'database'],
  [/COHERE/i, 'cohere'],
  [/BITBUCKET/i, 'bitbucket|atlassian'],
  [/DISCORD/i, 'discord'],
  [/TELEGRAM/i, 'telegram'],
];
