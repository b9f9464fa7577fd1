/** The content of a well-known place on a machine, and what reading or writing it means. */
export type Location =
  | { kind: 'secret'; store: string; isPersonal: boolean }
  | { kind: 'agent-memory' | 'agent-settings' | 'startup' | 'environment-file' | 'history'; store: string };

type Place = { pattern: RegExp; location: Location };

const secret = (store: string, pattern: RegExp, isPersonal = false): Place => ({
  pattern,
  location: { kind: 'secret', store, isPersonal },
});
const place = (kind: Exclude<Location['kind'], 'secret'>, store: string, pattern: RegExp): Place => ({
  pattern,
  location: { kind, store },
});

/** The first place that matches counts. `isPersonal`: only its owner has a reason to read it. */
const PLACES: readonly Place[] = [
  place('startup', 'authorized keys', /\.ssh[\\/]authorized_keys/i),
  secret(
    'SSH keys',
    /(?:^|[\\/~])\.ssh(?:[\\/](?!known_hosts|config\b|authorized_keys|[\w.-]{1,60}\.pub\b)|$)/i,
    true,
  ),
  secret('SSH keys', /(?:^|[\\/])id_(?:rsa|ed25519|ecdsa|dsa)(?:$|[^.\w])/i, true),
  secret('AWS credentials', /\.aws(?:[\\/](?:credentials|sso|cli[\\/]cache)|[\\/]?$)/i),
  secret(
    'Google Cloud credentials',
    /gcloud[\\/](?:credentials\.db|access_tokens\.db|legacy_credentials|application_default)/i,
  ),
  secret('Google Cloud credentials', /application_default_credentials\.json/i),
  secret('Azure credentials', /\.azure[\\/](?:accesstokens|msal_token|service_principal)/i),
  secret('Kubernetes credentials', /\.kube(?:[\\/]config|[\\/]?$)|service-?account[\\/]token/i),
  secret('Docker credentials', /\.docker[\\/]config\.json/i),
  secret(
    'package registry tokens',
    /(?:^|[\\/~])\.(?:npmrc|pypirc|yarnrc)$|\.cargo[\\/]credentials|\.gem[\\/]credentials/i,
  ),
  secret('netrc', /(?:^|[\\/~])[._]netrc$/i),
  secret('Git credentials', /\.git-credentials|[\\/]gh[\\/]hosts\.yml|\.config[\\/]git[\\/]credentials/i),
  secret('GnuPG keys', /\.gnupg(?:[\\/](?!gpg\.conf)|$)|secring\.gpg|private-keys-v1/i, true),
  secret('database passwords', /(?:^|[\\/~])\.(?:pgpass|my\.cnf|mylogin\.cnf)$/i),
  secret(
    'infrastructure tokens',
    /\.terraform\.d[\\/]credentials|\.vault-token|\.config[\\/]doctl|\.config[\\/]hub$|\.fly[\\/]config\.yml|com\.vercel\.cli|\.config[\\/]netlify|\.railway[\\/]config/i,
  ),
  secret(
    'agent credentials',
    /\.claude[\\/]\.?credentials|(?:^|[\\/~])\.claude\.json$|\.codex[\\/]auth\.json|\.(?:config[\\/])?anthropic[\\/](?:credentials|config|api)/i,
  ),
  secret(
    'agent credentials',
    /\.(?:openclaw|clawdbot|moltbot|clawd)[\\/](?:credentials|openclaw\.json|clawdbot\.json|\.env|agents[\\/][^\s]{0,80}auth)|\.gemini[\\/]oauth|\.cursor[\\/]auth|github-copilot[\\/]hosts/i,
  ),
  secret(
    'browser data',
    /(?:google[\\/ ]?-?chrome|chromium|bravesoftware|microsoft[\\/ ]edge|opera software|vivaldi)[\\/](?!(?:[^\n]{0,60}[\\/])?(?:application|chrome|chromium|msedge|brave)(?:\.exe)?(?:[\\/]|$))[^\n]{0,80}|\.mozilla[\\/]firefox|firefox[\\/]profiles|login data$|logins\.json|key[34]\.db|cookies\.sqlite|(?:^|[\\/])web data$|cookies\.binarycookies/i,
    true,
  ),
  secret(
    'keychain',
    /library[\\/]keychains|login\.keychain|\.local[\\/]share[\\/]keyrings|gnome-keyring|\.password-store|\.kdbx?$|kwallet/i,
    true,
  ),
  secret(
    'wallets',
    /wallet\.dat|\.ethereum[\\/]keystore|\.electrum|exodus[\\/]|nkbihfbeogaeaoehlefnkodbefgpgknn|ledger live|atomic[\\/]local storage|\.bitcoin(?:[\\/]|$)/i,
    true,
  ),
  secret('Solana keys', /solana[\\/]id\.json|\.config[\\/]solana/i),
  secret(
    'messenger sessions',
    /discord[\\/]local storage|telegram desktop[\\/]tdata|slack[\\/](?:storage|cookies|local storage)|signal[\\/]config\.json/i,
    true,
  ),
  secret(
    'private messages',
    /library[\\/]messages[\\/]chat\.db|library[\\/]mail[\\/]v\d|chatstorage\.sqlite|addressbook[\w-]{0,20}\.abcddb|thunderbird[\\/]profiles/i,
    true,
  ),
  secret(
    'system passwords',
    /[\\/]etc[\\/](?:shadow|gshadow|master\.passwd|security[\\/]passwd)|[\\/]sam$|ntds\.dit/i,
    true,
  ),
  secret('process environment', /[\\/]proc[\\/](?:self|\d+|\*|\$\w+)[\\/]environ/i, true),
  place(
    'environment-file',
    '.env',
    /(?:^|[\\/*])\.env(?:\.(?:local|production|prod|development|staging|\*))?\*?$/i,
  ),
  place(
    'history',
    'shell history',
    /\.(?:bash|zsh|fish|python|psql|mysql|node_repl|sh)_history|fish[\\/]fish_history/i,
  ),
  place(
    'agent-memory',
    'agent instructions',
    /(?:^|[\\/])(?:claude(?:\.local)?\.md|agents\.md|gemini\.md|soul\.md|memory\.md|identity\.md|heartbeat\.md|user\.md|tools\.md|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md)$|\.cursor[\\/]rules|\.claude[\\/](?:memory|rules|agents|commands|skills)|\.windsurf[\\/]rules|\.github[\\/]instructions/i,
  ),
  place(
    'agent-settings',
    'agent settings',
    /\.claude[\\/](?:settings(?:\.local)?\.json|hooks|mcp)|(?:^|[\\/])\.?mcp(?:_config|_servers)?\.json$|\.cursor[\\/](?:mcp|settings|hooks|permissions)|\.codex[\\/]config\.toml|\.gemini[\\/]settings\.json|claude_desktop_config|openclaw\.json$|\.vscode[\\/](?:settings|tasks)\.json/i,
  ),
  place(
    'startup',
    'shell startup file',
    /(?:^|[\\/~])\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|bash_logout|xprofile|xinitrc|config[\\/]fish[\\/](?:config\.fish|conf\.d))(?:$|\b)|[\\/]etc[\\/](?:profile|bash\.bashrc|zshrc|environment)|microsoft\.powershell_profile|\$profile$/i,
  ),
  place(
    'startup',
    'scheduled job',
    /[\\/]etc[\\/](?:cron|anacron)|[\\/]var[\\/]spool[\\/]cron|[\\/]crontabs?[\\/]/i,
  ),
  place(
    'startup',
    'service',
    /[\\/]etc[\\/]systemd|\.config[\\/]systemd|[\\/]etc[\\/](?:init\.d|rc\.local)|library[\\/]launch(?:agents|daemons)|\.config[\\/]autostart|start menu[\\/]programs[\\/]startup|currentversion[\\/\\]{1,2}run/i,
  ),
  place(
    'startup',
    'library preload',
    /[\\/]etc[\\/]ld\.so\.preload|sitecustomize\.py|usercustomize\.py|site-packages[\\/][\w-]{1,60}\.pth/i,
  ),
  place(
    'startup',
    'Git hook',
    /\.git-?(?:[\\/]|-)?hooks[\\/]|\.husky[\\/]|(?:^|[\\/])hooks[\\/](?:pre|post|commit|prepare)-[a-z-]{3,20}$/i,
  ),
  place('startup', 'sudo rules', /[\\/]etc[\\/]sudoers/i),
];

/** Template files contain no secrets, whatever they are named after. */
const TEMPLATE = /\.(?:example|sample|template|dist|defaults?)$|\.pub$/i;
/** The table is searched only if a text contains one of these. */
const HINT =
  /ssh|id_|aws|gcloud|credential|azure|kube|docker|rc\b|netrc|git|gh[\\/]|gnupg|gpg|private-keys|pgpass|cnf|terraform|vault|claude|codex|anthropic|openclaw|clawd|moltbot|gemini|cursor|copilot|chrom|brave|edge|opera|vivaldi|firefox|login|key[34]|cookies|web data|keychain|keyring|password-store|kdb|kwallet|wallet|ethereum|solana|electrum|exodus|nkbih|ledger|atomic|bitcoin|discord|telegram|slack|signal|messages|library[\\/]mail|chatstorage|abcddb|thunderbird|shadow|passwd|sam$|ntds|environ|\.env|history|agents|soul|memory|identity|heartbeat|user\.md|tools\.md|rules|mcp|vscode|profile|zshenv|bash_|xinit|fish|cron|systemd|init\.d|rc\.local|launch|autostart|startup|currentversion|preload|customize|\.pth|husky|hooks|fly|vercel|netlify|railway|sudoers|token|service|doctl|hub$/i;
/** The end of a longer path tells where it leads. */
const MAX_PATH = 400;
const DETOUR = /\/(?:\.?\/){1,5000}/g;

/** The place that a path, or a string ending in one, points to; null for everything ordinary. */
export function locationOf(text: string): Location | null {
  const path = text.length <= MAX_PATH ? text : text.replace(DETOUR, '/').slice(-MAX_PATH);
  if (!HINT.test(path) || TEMPLATE.test(path)) return null;
  return PLACES.find(({ pattern }) => pattern.test(path))?.location ?? null;
}
