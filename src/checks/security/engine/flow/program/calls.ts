import type { Encoding } from '../../decode/encodings.ts';
import type { SourceKind } from '../graph.ts';

/**
 * The effect of a call, by its full name. `()` marks a call on whose result the rest is called:
 * `requests.Session().post` is `post` on the result of `requests.Session()`.
 */
export type CallEffect =
  | {
      kind:
        | 'open'
        | 'open-receiver'
        | 'copy'
        | 'write'
        | 'save'
        | 'archive'
        | 'archive-add'
        | 'network'
        | 'code'
        | 'shell'
        | 'launch'
        | 'deserialize'
        | 'header'
        | 'environment-key'
        | 'download';
    }
  | { kind: 'source'; source: SourceKind; detail: string; isPersonal: boolean }
  | { kind: 'decode'; encoding: Encoding | null }
  /** The encoding is one of the arguments. */
  | { kind: 'decode-as' };

const source = (kind: SourceKind, detail: string, isPersonal = false): CallEffect => ({
  kind: 'source',
  source: kind,
  detail,
  isPersonal,
});
const decode = (encoding: Encoding | null): CallEffect => ({ kind: 'decode', encoding });

const EFFECTS: readonly [RegExp, CallEffect][] = [
  [/^zipfile\.ZipFile$|^tarfile\.open$/, { kind: 'archive' }],
  [/^(?:zipfile\.ZipFile|tarfile\.open)\(\)\.(?:write|add)$/, { kind: 'archive-add' }],
  [
    /^(?:io\.|codecs\.|aiofiles\.)?open$|(?:^|\.)(?:readFile|readFileSync|createReadStream|readTextFile|readTextFileSync|openSync)$/,
    { kind: 'open' },
  ],
  [
    /^shutil\.(?:copy|copy2|copyfile|copytree|move)$|(?:^|\.)(?:copyFile|copyFileSync|cpSync|cp|rename|renameSync)$/,
    { kind: 'copy' },
  ],
  [
    /^shutil\.make_archive$|^sqlite3\.connect$|^(?:dotenv\.)?dotenv_values$|^(?:toml|tomllib|yaml|json|configparser)\.load_path$|^Bun\.file$|^pandas\.read_\w+$/,
    { kind: 'open' },
  ],
  [/\.(?:read_text|read_bytes|open)$|^pathlib\.Path\(\)\.open$/, { kind: 'open-receiver' }],
  [
    /(?:^|\.)(?:writeFile|writeFileSync|appendFile|appendFileSync|writeTextFile|write_text|write_bytes|createWriteStream)$/,
    { kind: 'write' },
  ],

  [/\(\)\.(?:save|to_csv|to_json|savefig)$/, { kind: 'save' }],

  [
    /^(?:requests|httpx|urllib3|aiohttp|axios|got|superagent|needle|ky|phin|niquests)(?:\.|$)|^(?:requests|httpx|aiohttp|urllib3)\.\w+\(\)\.(?:get|post|put|patch|delete|request|send)$/,
    { kind: 'network' },
  ],
  [
    /^urllib\.request\.(?:urlopen|Request)$|^urllib2\.(?:urlopen|Request)$|^(?:http\.client|httplib)\.\w+\(\)\.(?:request|send|endheaders)$/,
    { kind: 'network' },
  ],
  [
    /^(?:fetch|node-fetch|undici\.\w+|cross-fetch|isomorphic-fetch|window\.fetch|globalThis\.fetch)$|^https?\.(?:get|request)$|^https?\.\w+\(\)\.(?:write|end)$|navigator\.sendBeacon$|^\$\.(?:post|ajax|get)$/,
    { kind: 'network' },
  ],
  [
    /^(?:XMLHttpRequest|WebSocket|ws)\(\)\.(?:open|send)$|^WebSocket$|^EventSource$|^Image$/,
    { kind: 'network' },
  ],
  [
    /^socket\.(?:socket|create_connection)\(\)\.(?:send|sendall|sendto|connect)$|^net\.(?:connect|createConnection|Socket)\(\)\.(?:write|end)$|^dgram\.\w+\(\)\.send$/,
    { kind: 'network' },
  ],
  [
    /^smtplib\.\w+\(\)\.(?:sendmail|send_message)$|^nodemailer\.\w+\(\)\.sendMail$|^ftplib\.\w+\(\)\.stor\w+$|^paramiko\.[\w().]+\.(?:put|exec_command)$|^telegram\.\w+\(\)\.send_\w+$/,
    { kind: 'network' },
  ],
  [
    /^(?:dns|dns\.promises|dns\.resolver|socket)\.(?:resolve\w*|lookup|query|gethostbyname|getaddrinfo)$/,
    { kind: 'network' },
  ],
  [
    /^socket\.(?:socket|create_connection)\(\)\.(?:recv|recvfrom|makefile)$/,
    source('peer', 'another machine'),
  ],
  [/^urllib\.request\.urlretrieve$|^wget\.download$|^gdown\.download$/, { kind: 'download' }],
  [/\.(?:add_header|setRequestHeader|set_header|setHeader|add_unredirected_header)$/, { kind: 'header' }],

  [
    /^(?:builtins\.)?(?:eval|exec|execfile)$|^(?:globalThis\.|window\.)?eval$|^Function$|^vm\.(?:runIn\w+|Script|compileFunction)$|^types\.FunctionType$|^runpy\.run_\w+$|^code\.Interactive\w+\(\)\.runcode$/,
    { kind: 'code' },
  ],
  [
    /^os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?)$|^subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)$|^commands\.getoutput$|^pty\.spawn$|^asyncio\.create_subprocess_(?:shell|exec)$/,
    { kind: 'shell' },
  ],
  [/^os\.startfile$|^webbrowser\.open$|^subprocess\.startfile$/, { kind: 'launch' }],
  [
    /^child_process\.(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)$|^(?:execa|execa\.\w+|shelljs\.exec|Bun\.spawn|Bun\.spawnSync|Deno\.Command|Deno\.run|zx\.\$)$|^(?:util\.)?promisify\(\)$/,
    { kind: 'shell' },
  ],
  [
    /^(?:c?pickle|dill|cloudpickle|joblib|marshal|shelve|jsonpickle)\.(?:loads?|decode|open)$|^yaml\.unsafe_load$|^torch\.load$|^node-serialize\.unserialize$/,
    { kind: 'deserialize' },
  ],

  [
    /^os\.environ\.(?:get|pop|setdefault)$|^os\.getenv(?:b)?$|^(?:Deno\.env\.get)$|^decouple\.config$/,
    { kind: 'environment-key' },
  ],
  [
    /^os\.environ\.(?:items|copy|values|keys|__str__)$|^Deno\.env\.toObject$/,
    source('environment', 'all of it'),
  ],
  [
    /^socket\.(?:gethostname|getfqdn)$|^platform\.(?:node|uname)$|^getpass\.getuser$|^os\.(?:uname|getlogin|hostname|userInfo|networkInterfaces)$|^uuid\.getnode$/,
    source('identity', 'who and where this machine is'),
  ],
  [
    /^pyperclip\.paste$|clipboard\.read(?:Text|Sync)?$|^win32clipboard\.GetClipboardData$/,
    source('surveillance', 'the clipboard', true),
  ],
  [
    /ImageGrab\.grab$|^pyautogui\.screenshot$|^mss\.mss\(\)\.(?:shot|grab)$|^screenshot-desktop$/,
    source('surveillance', 'the screen', true),
  ],
  [
    /^pynput\.keyboard\.Listener$|^keyboard\.(?:on_press|record|hook)$|^cv2\.VideoCapture$|^sounddevice\.rec$|^pyaudio\.PyAudio\(\)\.open$/,
    source('surveillance', 'keys, camera or microphone', true),
  ],
  [
    /^browser_?cookie3\.\w+$|^win32crypt\.CryptUnprotectData$|^(?:keychain|keytar)\.findCredentials$/,
    source('credential', 'browser data', true),
  ],
  [
    /^(?:chrome|browser)\.cookies\.(?:get|getAll|onChanged\.addListener)$/,
    source('surveillance', 'cookies', true),
  ],
  [
    /^(?:psycopg2?|pymysql|mysql\.connector|sqlite3|MySQLdb|oracledb|pyodbc)\.[\w().]+\.(?:fetchall|fetchone|fetchmany)$/,
    source('file', 'rows of a database'),
  ],
  [
    /^boto3\.(?:session\.)?Session\(\)\.get_credentials$|^botocore\.session\.\w+\(\)\.get_credentials$/,
    source('credential', 'AWS credentials'),
  ],
  [/^keyring\.get_password$|^keytar\.getPassword$/, source('environment-key', 'a keyring entry')],

  [
    /^base64\.(?:b64decode|standard_b64decode|urlsafe_b64decode|decodebytes|decodestring)$|^(?:window\.|globalThis\.)?atob$|^binascii\.a2b_base64$/,
    decode('base64'),
  ],
  [/^base64\.b32decode$/, decode('base32')],
  [/^(?:bytes|bytearray)\.fromhex$|^binascii\.(?:unhexlify|a2b_hex)$|^base64\.b16decode$/, decode('hex')],
  [
    /^(?:zlib|gzip|lzma|bz2|brotli)\.(?:decompress|gunzipSync|inflateSync|unzipSync|inflateRawSync)$|^marshal\.loads$|^base64\.[ab]85decode$|^(?:cryptography\.)?[\w.]*Fernet\(\)\.decrypt$|^crypto\.createDecipheriv$/,
    decode(null),
  ],
  [/^Buffer\.from$|^codecs\.decode$/, { kind: 'decode-as' }],
  [/^String\.fromCharCode$|^String\.fromCodePoint$/, decode('character codes')],
  [/^(?:window\.|globalThis\.)?unescape$/, decode('url')],
];

/** The effect of a call of this name; null if it has nothing to do with flows. */
export function effectOfCall(name: string): CallEffect | null {
  return EFFECTS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
