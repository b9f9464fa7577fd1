import { hostOf } from '../known/hosts.ts';
import type { Identity } from '../regions/identity.ts';
import { isProse, type Region } from '../regions/region.ts';
import type { Signal } from '../signal.ts';

/** Stores of keys, as other languages spell their paths. */
const READS =
  /[~\\/]\.ssh\b(?![\\/](?:known_hosts|config|[\w.-]{1,40}\.pub))|\.aws[\\/]credentials|\.netrc|\.npmrc|\.git-credentials|id_rsa|id_ed25519|Login Data|wallet\.dat|Get-ChildItem\s{1,3}(?:-Path\s{1,3})?Env:|gci\s{1,3}env:|ENV\.to_h|\$_ENV\b|os\.Environ\(\)|System\.getenv\(\s{0,2}\)|std::env::vars\(/i;
const SENDS =
  /Invoke-RestMethod[^\n]{0,200}-Method\s{1,3}["']?(?:Post|Put)|Invoke-WebRequest[^\n]{0,200}-Method\s{1,3}["']?(?:Post|Put)|UploadString|UploadFile|Net::HTTP\.post|Net::HTTP::Post|RestClient\.post|HTTParty\.post|curl_exec|LWP::UserAgent|http\.Post(?:Form)?\(|http\.NewRequest\(\s{0,2}"POST|reqwest::[^\n]{0,80}\.post|HttpClient[^\n]{0,200}\.(?:post|send)|Faraday\.post|file_get_contents\([^\n]{0,80}stream_context|(?:URI\.open|Net::HTTP\.get\w{0,10})\(?[^\n]{0,120}#\{|http\.Get\([^\n]{0,120}\+|file_get_contents\(\s{0,2}["']https?:[^\n]{0,120}["']\s{0,2}\./i;
const FETCHES =
  /Invoke-WebRequest\b[^\n]{0,300}-OutFile|DownloadFile\(|Start-BitsTransfer|\bcurl(?:\.exe)?\s[^\n]{0,200}-o\s|bitsadmin/i;
const STARTS =
  /Start-Process\b[^\n]{0,200}|\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,80}-f(?:ile)?\s|\bInvoke-Item\b|\.ShellExecute\(|&\s{1,2}["']?\$\w{1,40}|^\s*start\s{1,3}""?/im;
const URL = /https?:\/\/[^\s"'`)<>]{4,300}/;

/** Finds both ends of a flow in code for which there is no grammar here. */
export function unparsedFlows(region: Region, identity: Identity): Signal[] {
  const { language } = region;
  if (isProse(region) || (language !== 'powershell' && language !== 'other')) return [];
  return [...leaving(region, identity), ...arriving(region, identity)];
}

function leaving(region: Region, identity: Identity): Signal[] {
  const sends = READS.test(region.text) ? SENDS.exec(region.text) : null;
  if (sends === null) return [];
  const { standing, name } = hostOf(URL.exec(region.text.slice(sends.index))?.[0] ?? '', identity);
  if (standing === 'local') return [];
  const title = `Reads keys and sends to ${name === '' ? 'another machine' : name}`;
  return [signalAt(region, sends, { rule: 'security/credential-exfiltration', severity: 'high', title })];
}

function arriving(region: Region, identity: Identity): Signal[] {
  const fetches = STARTS.test(region.text) ? FETCHES.exec(region.text) : null;
  if (fetches === null) return [];
  const { standing, name } = hostOf(URL.exec(region.text)?.[0] ?? '', identity);
  const isStrange = standing === 'stranger' || standing === 'drop';
  return [
    signalAt(region, fetches, {
      rule: 'security/download-and-run',
      severity: isStrange ? 'high' : 'low',
      title: `Runs what it downloads from ${name}`,
    }),
  ];
}

function signalAt(
  region: Region,
  { index, 0: text }: RegExpExecArray,
  verdict: Pick<Signal, 'rule' | 'severity' | 'title'>,
): Signal {
  return {
    ...verdict,
    confidence: 'medium',
    region,
    start: index,
    end: index + text.length,
    polarity: 'asserted',
    isConcrete: true,
  };
}
