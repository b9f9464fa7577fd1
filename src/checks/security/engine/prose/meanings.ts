/**
 * Words and phrases by meaning. A base verb after `+` stands for its forms too (`+send`: sends, sending, …).
 * Claims are written over these meanings, so that a rule holds however its sentence is worded.
 */
export const MEANINGS = {
  not: "not|never|don't|dont|do not|doesn't|shouldn't|mustn't|can't|cannot|won't|+avoid|+refuse to|+refrain|nor|neither|no need to|rather than|instead of|forbidden|prohibited|disallowed|unacceptable",
  never: "never|do not|don't|must not|not|cannot|may not|won't",
  answerYes: 'one yes|a single yes|the first yes|one okay|one confirmation',
  disloyal:
    "priority over the user|priority over the user's|precedence over the user's|rank above the user|above the user's own|above the user's|first loyalty|loyalty is to|before what the user asks|before what my user asks|instead of what the user asks|instead of what the user asked|over what the user wants|outrank what the user|outranks what the user|outrank the user|precedence over the user|precedence over what the user",
  person: 'learner|learners|student|students|customer|customers|visitor|visitors|patient|patients',
  betweenUs:
    'stays between us|stay between us|between you and me|our little secret|keep this quiet|keep it quiet|keep quiet about',
  foreignText:
    'inside the article|in the article|in an article|of the article|inside the page|of the page|inside the document|inside documents|in the file|in the readme|on a page|issue body|issue bodies|in an issue|in issues|in the issue|in an email|in emails|in the email|in a web page|in the page|on the page|in comments|in a comment|in documents|in the document|in messages|in the message|in tickets|in the ticket|in chat|in replies',
  orders: 'code blocks|code block|command|commands|shell commands|orders|directives',
  youHaveNo: 'you have no|you have neither|you are free of|you know no',
  noWord: 'no',
  agreedAlready:
    'already agreed|has agreed|have agreed|already consented|has consented|already confirmed|already said yes|gave permission|has given permission|already approved it',
  doAsTold:
    'carry out what it says|carry out whatever it says|follow what it says|execute what it says|run what it says|does what it says|do what they say|do what they ask|do what it says|do exactly what it says|do as it says|do whatever it says|do what it tells|do as it tells|do everything it says|act on what it says|obey it|obey what it says',
  asIndependent:
    'as independent|as an independent|as unbiased|as an unbiased|as impartial|as neutral|as objective|as an organic|as organic|as your own opinion|as your own view',
  payee:
    'destination account|payout account|receiving account|account number|account numbers|iban|bank details|payment details|payee|recipient|wallet address|payment address|deposit address|bank account',
  safeguards:
    'guardrail|guardrails|safeguards|safety guidelines|safety protocols|safety measures|safety checks|safety rules|content policy|content policies|content filters|permission checks|approval rules',
  suspended:
    'are suspended|is suspended|been suspended|are lifted|been lifted|are revoked|been revoked|are void|no longer apply|no longer applies|no longer count|no longer counts|no longer bind',
  needNot:
    "need not|does not need to|do not need to|doesn't need to|no need to|need not be|needn't|no reason to",
  admit: '+admit|deny knowledge|+confess',
  untold:
    'without telling|without informing|without notifying|without mentioning|without disclosing|without alerting',
  borrowedAuthority:
    'same authority as|carry the authority|carries the authority|full authority|speaks for the user|speaks for the operator|operator authority|comes from your operator|come from your operator|comes from the operator|comes from the system operator|come from the system operator|with the authority of|authority of the main|authority of the orchestrator|authority of the system',
  verifyWith: '+verify|+check|double-check|+confirm|+validate|+question',
  beacon:
    'invisible image|hidden image|tracking pixel|1x1 pixel|1x1 image|transparent pixel|transparent gif|invisible pixel|web beacon|zero-size image',
  sudoPassword: 'sudo password|root password|administrator password|keychain password|master password of',
  adminGrant:
    'administratoraccess|cluster-admin|owner role|full administrator|roles/owner|root access|admin privileges|administrator privileges|superuser privileges',
  approve: '+approve|+merge|+accept',
  submission:
    'pull request|pull requests|pr|prs|merge request|merge requests|changes|commits|patches|contributions',
  review: 'looking|review|reviewing|reading|checking|inspection|the diff|looking at|further review',
  weakness:
    'every origin|any origin|algorithm none|alg none|hardcoded password|hard-coded password|fixed secret|static secret|same password|hardcoded secret|hard-coded secret|plain text passwords|plaintext passwords|without authentication|without validation|all origins|expiry check|signature check|weak ciphers|default credentials|hardcoded credentials|world-writable|world-readable',
  sessionSecret:
    'connection string|connection strings|session cookies|passwords|request bodies|cookies|session tokens|credentials|login data|form data|keystrokes',
  obsolete: 'obsolete|outdated|deprecated|superseded|void|no longer valid|expired|replaced',
  setUp: 'configured|configuration|settings|preferences|said|told|asked|specified|defined',
  hesitate: 'hesitate|forget|worry|fail|skip|miss|hesitating|only',
  without: 'without|w/o|skip|skipping|bypassing|omit',
  guard:
    'detect|detects|detecting|flag|flags|flagging|block|blocks|blocking|prevent|prevents|preventing|reject|rejects|rejecting|deny|denies|denying|prohibit|prohibits|forbid|forbids|warn|warns|warning about|scan for|scans for|check for|checks for|look for|looks for|looking for|watch for|watch out|guard against|protect against|protects against|defend|resist|sanitize|redact|refuse|refuses|attempts to|attempt to|that says to|that say to|that tells you to|that tell you to|that asks you to|that ask you to|telling you to|asking you to|that instructs|that instruct|tries to|trying to|bad example|mitigate|mitigates|mitigation',
  condemn:
    'malicious|suspicious|red flag|red flags|anti-pattern|anti-patterns|antipattern|attacker|attackers|adversary|adversaries|adversarial|threat|threats|untrusted|phishing|exploit|exploits|vulnerability|vulnerabilities|injection|injections|jailbreaks|pentest|forensics|honeypot|unsafe|dangerous|insecure|risky|violation|violations|social engineering|should be treated as|treat as untrusted|attack|attacks|vulnerable|prompt-injection|compromised|hostile',
  conditional: 'if|whether|unless',

  disregard:
    'discard anything|+ignore|+disregard|forget|forgetting|+dismiss|set aside|pay no attention to|+abandon|+discard',
  overrule: '+override|+bypass|+supersede|+circumvent|+suppress|+overrule|+evade|+nullify|+void|+lift',
  prior:
    'previous|prior|above|earlier|preceding|former|previously given|original|initial|pre-existing|any other|all other|other skills|developer|developers|system|built-in|told earlier|said earlier|told before',
  givenBefore:
    'gave you|given to you|told you|were given|were told|you received|you have received|you were given|set for you',
  every: 'all|any|every|each|your|other|existing|current|whatever|entire|everything|anything|whole|the rest',
  whole: 'all|every|each|entire|whole|everything|any',
  erase: '+delete|+erase|+wipe|+truncate|+overwrite|+empty|+clear|+shred|+purge|rm',
  instruction:
    'instruction|instructions|prompt|prompts|rules|guidelines|guideline|directive|directives|directions|guidance|constraints',
  restraint:
    'safety|security|ethical|ethics|content policy|content policies|content filter|content filters|content filtering|guardrail|guardrails|safeguard|safeguards|moderation|alignment|restriction|restrictions|limitations|safety guidelines|safety checks|security checks|security restrictions|security policies|security controls|safety protocols|safety measures|protections|permission checks|permission prompts',
  lifted:
    "are off|are now off|are all off|lifted|no longer count|no longer counts|no longer binding|no longer bind|is not applicable|are not applicable|no longer apply|no longer applies|do not apply|don't apply|does not apply|doesn't apply|are removed|are disabled|been removed|been disabled|been lifted|are suspended|been suspended|is disabled|are void|are deprecated|now deprecated|are revoked|no restrictions",
  youAre:
    'you are now|you operate|you are no longer|from now on you|from now on you are|act as|pretend to be|pretend you are|enter|entering|switch to|switch into|activate|behave as|you now operate|operating in|operate in|now operating in',
  unbound:
    "unrestricted|jailbroken|jailbreak|developer mode|dan mode|dan|god mode|admin mode|root mode|debug mode|maintenance mode|unfiltered|uncensored|unrestricted mode|superuser mode|sudo mode|no restrictions|without restrictions|without content restrictions|without content filters|without any restrictions|without filters|without limitations|free from restrictions|bypass mode|evil mode|do anything now|no rules|without rules|no limits|no filter|no filters|never refuses|never refuse|not bound by|isn't bound by|beyond any policy|free of rules",
  thisText:
    'these notes|this note|this skill|this folder|this skill folder|these lines|these instructions|this instruction|the following instructions|following instructions|this context|these rules|this document|this file|this prompt|this message|the instructions below|instructions in this|this block|these directives|itself',
  outranks:
    '+supersede|+override|takes precedence|take precedence|takes priority|take priority|takes absolute precedence|absolute precedence|highest priority|higher priority|+replace|+outrank',
  disclose: '+reveal|+disclose|+output|+print|+repeat|+show|+leak|+expose|+dump',
  systemPrompt:
    'system prompt|system prompts|system message|hidden instructions|initial instructions|your instructions',

  user: "user|users|user's|human|operator|operator's|owner|victim|reviewer|reviewers|them knowing|them noticing|their knowledge",
  tell: '+say|+claim|+tell|+mention|+inform|+notify|+alert|+disclose|+reveal|+announce|let know|+show|+display|+report|+explain|+warn|+acknowledge|+ask',
  mention:
    '+document|+mention|+disclose|+reveal|+acknowledge|+discuss|bring up|bring it up|bring this up|+divulge|+refer to|+report|talk about|+log',
  aware:
    'knowing|knowledge|know|noticing|notice|noticed|awareness|aware|realizing|realize|learn|suspect|suspecting|discover|unaware|seeing',
  done: 'replaced|changed|swapped|altered|arranged|sponsored|paid|promoted|biased|manipulated|collected|recorded|uploaded|sent|copied|shared|forwarded|deleted|inserted|injected|modified|logged|happened|occurred|exists|monitored|stored',
  documents:
    'documentation|docs|readme|changelog|tests|test suite|comments|report|summary|summaries|logs|log|commit message|commit messages|output|pull request|release notes',
  describe:
    '+describe|+document|+list|+include|+mention|+reference|+comment|+show|leave out|+leave|+record|+note|+expose',
  artefact:
    'endpoint|endpoints|route|account|user|port|listener|parameter|flag|feature|step|steps|change|changes|this|it|them|behavior|function|command|commands',
  hide: '+hide|hidden|+conceal|keep secret|+mask|+disguise|+obscure|secret|invisible|undetected|undetectable|out of sight',
  deed: 'check|rule|this|these|behavior|behaviour|action|actions|activity|step|steps|instruction|instructions|operation|operations|transfer|upload|uploads|process|fact|request|requests|exfiltration|collection|it|change|changes|that',
  keep: '+keep|+remain|+stay|kept',
  covertly: 'secretly|covertly|stealthily|surreptitiously|clandestinely|furtively',
  silently:
    'silently|quietly|discreetly|invisibly|in the background|without output|no output|transparently|suppress output|behind the scenes',

  askFor: '+ask|+request|+prompt|+wait|+seek|+require|+confirm|+check with|+pause|+need|+stop',
  consent:
    'confirmation|permission|permissions|approval|approvals|consent|confirm|confirming|authorization|user approval|user confirmation|user input|verification|a yes|go-ahead|green light|sign-off|okay',
  approved:
    'pre-approved|approved in advance|allowed in advance|preapproved|pre-authorized|preauthorized|auto-approved|auto-approve|auto-confirm|already approved|implicitly approved|automatically approved|considered approved|approved|authorized|trusted|permitted',
  toolUse:
    'tool calls|tool call|tool calling|commands|command|actions|operations|requests|edits|tool use|tools|calls|executions|shell commands|bash commands|steps|writes|file operations|request|action|operation|task',
  later:
    'subsequent|future|remaining|following|later|further|additional|related|other|all other|rest of the session|any other|next|downstream|similar',
  extends:
    '+extend|+cover|carries over|carry over|carried over|+persist|+apply|applies|+inherit|remains valid|remain valid|implies|also grants|is sufficient for|transfers to|constitutes',
  treat: '+treat|+assume|+consider|+regard|+interpret|+count',
  decline: '+refuse|+decline',
  doubt: '+question|second-guess|+challenge',

  collect:
    '+read|+collect|+gather|+extract|+harvest|+dump|+copy|+grab|+scrape|+steal|+capture|+retrieve|+fetch|+search|+find|+scan|+locate|+access|+open|+cat|+load|+compile|+obtain|+enumerate|+parse|+inspect|+export|+aggregate|+bundle|+zip|+archive|+check|+review|+examine|+verify',
  send: '+send|sent|+upload|+transmit|+submit|+forward|+post|+exfiltrate|+relay|+beacon|+email|+push|+publish|+share|+sync|+synchronize|+ship|+leak|+deliver|+report|+stream|+export|+mirror|+pass|+dispatch|+put|+curl|+transfer|post request|put request|http post|phone home|call home|check in with|+append|+embed|+encode',
  secretNoun:
    'credential|credentials|password|passwords|api key|api keys|api-key|api-keys|apikey|access key|access keys|secret key|secret keys|secrets|private key|private keys|ssh key|ssh keys|access token|access tokens|auth token|auth tokens|session token|session tokens|tokens|session cookies|cookies|seed phrase|seed phrases|recovery phrase|mnemonic|wallet|wallets|keychain|environment variables|env vars|env variables|secret values|service account keys|oauth tokens|bearer tokens|login details|pin|.env|credential files|saved passwords|keystore',
  ownKey:
    'header|headers|authorization|bearer|authenticate|authenticates|authentication|log in|login|sign in|x-api-key|your api key|their api key|the api key|oauth|rotate|stored securely|secrets manager|never commit|placeholder',
  privateNoun:
    'passwords|password|credentials|private information|personal information|personal data|account details|sensitive values|sensitive information|sensitive data|financial information|credit card|credit cards|social security|bank details|account numbers|private details|confidential information|personal details',
  userGave:
    'in the chat|in chat|in the conversation|they mention|they share|they provide|they have provided|they type|they enter|they reveal|user mentions|user shares|user provides|user types|user enters|user-provided|user reveals|provided by the user|shared by the user|everything the user|anything the user|user has provided|user has shared|mentioned by the user|they disclose|from the conversation|in conversation|during the conversation',
  record:
    'goes into|go into|is written to|are written to|ends up in|+echo|+repeat|+include|+record|+remember|+log|+weave|+maintain|+retain|+track|+capture|+collect|+memorize|+summarize|+save|+store|+append',
  reply: 'response|responses|reply|replies|answer|answers|output|every message|each message',
  contents:
    'full contents|full content|raw contents|complete contents|file contents|contents|verbatim|in full|complete file|raw credential|plaintext|private key material|full file|raw values|actual values|full key|entire file|full output|unredacted|evidence artifacts',
  display: '+display|+show|+print|+output|+include|+report|+echo|+list|+paste|+present',
  conversation:
    'whole conversation|entire chat|entire transcript|complete conversation|conversation so far|what the user typed|everything the user|all user input|user inputs|full transcript|copy of the conversation|transcript of the|conversation history|chat history|chat log|chat logs|full conversation|entire conversation|conversation content|conversation transcript|system prompt|user prompts|source code|codebase|project files|user files|chat transcript|conversation context|all messages|user data|customer data|internal documents|conversation data|session data|private data|every prompt|all prompts|clipboard',
  outside:
    'external server|external endpoint|external service|external api|external url|remote server|remote endpoint|remote host|third party|third-party|webhook|our server|our servers|our endpoint|our api|collection endpoint|collector|telemetry endpoint|telemetry server|analytics endpoint|analytics server|logging endpoint|backup server|attacker|attacker-controlled|command and control|c2|c2 server|ngrok|pastebin|discord webhook|telegram bot|dns query|dns queries|query parameter|query string|image url|public gist|public repository|public channel|public paste',
  followVerb:
    '+follow|+execute|+obey|+apply|+run|+perform|+adopt|+comply|+carry out|+eval|+evaluate|+implement',
  received:
    'returned|received|fetched|downloaded|it returns|response|response body|contents|returns|it contains|retrieved|from the server|from the url|found there|listed there|provided there|at that url|from the page|on that page|remote instructions',
  download: '+download|+install|+get|+grab|+visit|+fetch|+obtain|navigate to|go to|+retrieve|+open',
  archivePassword:
    'pass|password|passcode|archive password|zip password|extract using|unzip password|unlock code',
  unpack: '+extract|+unzip|+unpack|+decompress|archive|zip|rar|.zip|.rar|7z|.7z|+unlock|+open',
  runIt: '+run|+execute|+launch|+start|double-click|+open|+install|+paste',
  copyPaste: '+copy|+paste|copy and paste|copy-paste',
  terminal:
    'terminal|powershell|command prompt|run dialog|shell|cmd|command line|console|terminal.app|cmd.exe',
  command: 'command|commands|code|script|snippet|one-liner|line',
  linkWord: 'link|this link|here|page|site|website|url|instructions page',
  requires:
    'required|require|requires|must|mandatory|prerequisite|prerequisites|needed|before using|will not work|cannot proceed|needs',

  plant:
    '+include|+add|+create|+insert|+embed|+open|+leave|+install|+plant|+implement|+expose|+enable|set up|+build|+introduce|+provide|+inject|+hardcode|+keep|+make|+configure',
  backdoor:
    'backdoor|backdoors|back door|back-door|hidden admin|secret admin|master password|hidden endpoint|secret endpoint|hidden account|undocumented endpoint|hidden user|remote access trojan|logic bomb|reverse shell|hidden route|undocumented admin|hardcoded admin|universal password|bypass password|keylogger|rootkit|hidden backdoor',
  remoteAccess:
    'remote access|emergency access|unrestricted access|full access|unauthenticated access|maintenance access|support access|root access|admin access',
  account: 'account|accounts|user|users|login|superuser|administrator',
  privileged: 'admin|administrator|root|superuser|privileged|default',
  passwordWord: 'password|passphrase|passcode|pwd',
  testing:
    'test|testing|tests|local|localhost|demo|example|examples|sample|development|fixture|seed|staging|playground|sandbox|placeholder|docker|dummy|mock|e2e',
  disable:
    '+comment the|+disable|turn off|turning off|+skip|+remove|+bypass|+deactivate|switch off|+suppress|comment out|+drop|+omit|+strip|+relax|+loosen|+weaken',
  control:
    'authentication|authorization|auth checks|input validation|certificate verification|certificate validation|signature verification|ssl verification|tls verification|csrf|rate limiting|rate limits|encryption|audit log|audit logs|audit logging|access control|access controls|sandbox|sandboxing|antivirus|firewall|gatekeeper|selinux|defender|windows defender|security scanner|security scanning|security scan|permission checks|permission system|safety checks|security checks|security headers|logging|monitoring|approval prompts|confirmation prompts|hooks|pre-commit hooks|sanitization|escaping|integrity checks|checksum verification|two-factor|mfa|permission prompts|policy|policies|deny rules|deny-all|policy rules|security policy|path restrictions|allowlist|blocklist|deny list|restrictions|guardrails|security features|security warnings|ci checks|ci jobs|failing jobs|failing tests|test failures|permission policy|permission rules|approval settings|policy of the agent|permission settings|assertions|type checks|linter rules|code review|branch protection|required checks',
  agentPolicy:
    'permission policy of the agent|permission policy|agent policy|policy of the agent|permission settings|approval settings|permission rules|allowlist of the agent|sandbox policy',
  permissive:
    'overly restrictive|too restrictive|too narrow|too strict|unconditional allow|allow-all|allow everything|unconditionally|unrestricted|overly specific|is allowed|are allowed|gets allowed',
  concatenate:
    'directly into the query|directly into the sql|straight into the query|straight into the sql|string concatenation|string interpolation|concatenate|concatenating|concatenation|f-strings|f-string|string formatting|template literals|interpolate|interpolating',
  query: 'sql|query|queries|sql queries|where clause|statement|statements',
  advise:
    '+use|+put|+prefer|+build|+construct|always|recommend|recommended|favor|+choose|+write|+adopt|should',

  encrypt: 'encrypt|encrypts|encrypting|+scramble',
  irreplaceable:
    "home directory|home folder|user's files|user files|user's documents|hard drive|hard disk|production database|operating system|root filesystem|documents folder|user's home|system files|git history|commit history",
  files:
    'files|documents|file|database|databases|data|folder|directory|directories|drive|scripts|workspace|repository|repositories|volumes|disk|codebase',
  atRest:
    'at rest|in transit|tls|https|ssl|secrets|pii|sensitive|communications|traffic|connections|backups|columns|fields|kms|passwords|credentials|connection|storage|disk encryption',
  ransom:
    'ransom|payment|decryption key|pay|bitcoin|unlock|attacker|originals|original files|without the key|recover|delete the original|remove the original|encryption key',
  destroy:
    '+delete|+erase|+wipe|+destroy|+purge|+shred|+overwrite|format the disk|format the drive|+corrupt|+nuke|+remove|rm -rf|+truncate',
  precious:
    "home directory|home folder|user's files|user files|user's documents|system files|hard drive|hard disk|disk|backups|backup files|production database|production data|production|operating system|root directory|root filesystem|documents folder|photos|git history|commit history|entire repository|entire project|all repositories|user's home|entire codebase|mailbox|inbox|customer records|all data|all files|every file|audit logs|log files|logs|history|entire database|all tables|source files|all backups",
  verdict:
    'fixed|resolved|pass|passed|green|success|successful|succeeded|clean|no issues|no problems|no vulnerabilities|safe|passing|all good|everything is fine|no findings',
  regardless: 'regardless|even if|always|no matter|whatever|irrespective|despite|although',
  againstUser:
    "against the user's|contradicts the user|against the user|whatever the user says|regardless of the user|regardless of what the user|even if the user|over the user|ignoring the user|overrides the user",
  timing: 'once|after|until|when|before|as soon as|if|whether|unless|only',
  accept: '+accept|+allow|+grant|+permit|+authenticate|let in|+treat as valid|valid for|works for',
  requestInput:
    'it receives|from the request|request body|query parameter|parameter|from the query|received in|sent to it|in the request|request parameter|from the header|in the header|post body',
  careful:
    'confirm|confirmation|confirms|ask|asks|explicit|explicitly|approval|dry-run|dry run|preview|backup first|older|stale|temporary|temp|tmp|cache|cached|unused|expired|duplicate|duplicates|generated|build|dist|node_modules|artifacts|obsolete|orphaned|after review|safe to|only if|user requests|requested|test|undo|trash|cleanup script|local copy',
  traces:
    'shell history|bash history|command history|log files|audit logs|audit trail|logs|traces|evidence|tracks|bash_history|history file|query log|audit table|audit tables|access log|access logs|event log|event logs|log entries',
  clear: '+clear|+delete|+erase|+remove|+wipe|cover|+purge|+disable|+truncate|+hide',

  store:
    '+rewrite|+write|+add|+append|+place|+save|+insert|+update|+store|+persist|+inject|+create|+modify|+edit|+put|+copy|+embed|+record|+prepend|+overwrite|+replace|+configure|+merge',
  memory:
    'memory|memories|long-term memory|conversation history|session history|memory files|memory file|context files|knowledge base|stored context|saved context|agent memory|learned context',
  caution:
    '+warn|warning|warnings|caution|disclaimer|disclaimers|+question|+challenge|second-guess|security concerns|security warnings|safety concerns|risks|+flag',
  trust:
    'trusted|authoritative|safe|verified|legitimate|as instructions|source of truth|without verification|without review',
  loot: 'saved passwords|browser passwords|browser cookies|session cookies|login data|wallet files|wallet file|seed phrases|keychain items|keychain entries|recovery phrases|mnemonic phrases|stored credentials|cookie databases|stored passwords|browser profiles|browser sessions|cookie store|password databases|wallet extensions|metamask|private wallet keys|saved logins|autofill data',
  take: '+extract|+collect|+harvest|+dump|+scrape|+steal|+decrypt|+capture|+gather|+export|+copy|+read|+enumerate|+locate|search for|scan for|look for|+upload|+send',
  readStrongly:
    '+read|+extract|+collect|+cat|+dump|+copy|+parse|+open|+decrypt|+load|+export|+harvest|+grab|+gather|+capture|+retrieve|+display|+print|+output',
  existence:
    'exists|exist|existence|permissions|permission|chmod|mode|ownership|missing|present|generate|generated|configured|passphrase|fingerprint|ssh-add|ssh-agent|deploy key|repository secret|github secret|github secrets|actions secrets|repository secrets|identity file|identityfile',
  original:
    'originals|original files|original file|unencrypted|plaintext versions|original unencrypted|unencrypted originals',
  strongly: 'password|aes|aes-256|gpg|random key|key|encryption',
  recommend: '+recommend|+rank|+promote|+prefer|+favor|+suggest|+prioritize|+endorse|+advertise|+mention',
  lure: 'sign in|log in|keep their account|confirm their account|tracking pixel|tracking link|affiliate|referral|sponsored|promo|promotional|verify your account|login page|reset your password|discount|advertisement|signature block|footer|banner|payment link|donation link',
  placeIn:
    'answer|answers|article|articles|blog post|blog posts|email|emails|response|responses|reply|replies|document|documents|report|reports|commit|page|pages|readme|output|file|files|message|messages|posts|generated code|signature',
  personalSecret:
    'security code|card security code|expiry date|password|passwords|credit card|card number|social security|otp|one-time code|2fa code|verification code|pin code|online banking|cvv|sudo password',
  forever:
    'permanent|permanently|every session|all future|future sessions|across sessions|all sessions|each session|every conversation|all conversations|future conversations|session start|start of each|start of every|forever|always-on|persist across|subsequent sessions|every time|for all projects|all future interactions|from now on|going forward',
  protectSelf:
    "do not remove|don't remove|do not delete|never remove|never delete|do not modify|must not be removed|cannot be removed|do not edit|never modify",

  update: 'update|upgrade|patch|migration|verification|security update|critical update',
  urgent: 'mandatory|critical|urgent|urgently|immediate|immediately|required|compulsory|emergency',
  threatens:
    'expire|expires|expired|suspension|suspended|terminated|termination|revoked|revocation|loss of access|lose access|stop working|account closure|locked out|service interruption|will be disabled|data loss|prevent service',
  bcc: 'bcc|blind copy|blind carbon|blind-copy',
  cc: 'cc|+copy|+forward|+share|also send|send a copy|+email|+mail|+send|emailed|send_email',
  upload:
    '+upload|+send|post the|post it|post all|post them|post every|post each|post a copy|posts the|posting the|http post|post request|+forward|+transmit|+exfiltrate|+mirror|+submit|+copy|sent|+push|+sync',
  access: 'access|collaborator|editor|member|viewer|owner|admin|reader|subscriber|recipient',
  invite: '+share|+invite|+add|+give|+subscribe',
  workProduct:
    'mails|code|files|source|results|report|data|contents|conversation|credentials|summary|output|spreadsheet|presentation|slides|archive|backup|notes|draft|final version|artifact|artifacts|document|documents|emails|email|messages|attachments|copy|invoice|invoices|logs|configuration|transcript|transcripts|diff|recording|recordings|screenshots',
  money:
    'difference|remainder|percent|funds|eth|btc|usdc|usdt|sol|balance|payment|payments|bitcoin|ethereum|crypto|tokens|money|deposit|fee|commission|donation|tip|amount',
  pay: '+transfer|+move|+send|+withdraw|+pay|+swap|+donate|+deposit|+sweep|+drain',
  replicate:
    '+copy|+replicate|+propagate|+spread|+inject|+append|+infect|+install|+add|+prepend|+insert|+duplicate',
  otherPlaces:
    'each skill|each project|each repository|each agent|every repo|other repos|every workspace|all workspaces|every agent|every machine|other machines|every skill|all skills|other skills|every project|all projects|other projects|all repositories|every repository|other repositories|other agents|all agents|every skill.md|all skill.md|other skill|other users|downstream agents',
  imperative: 'must|always|immediately|should|shall|you will|ensure|make sure|be sure|required|now',
  agent:
    'assistant|ai|agent|agents|claude|model|llm|llms|copilot|gpt|chatgpt|gemini|codex|language model|ai assistant|cursor',
  askUserFor: '+ask|+request|+prompt|+require|+obtain|+get|+tell|+instruct',
  walletSecret:
    'seed phrase|recovery phrase|mnemonic phrase|secret recovery phrase|private key|seed words|12-word|24-word|mnemonic|recovery words|twelve words|twelve-word|24 words|12 words|backup phrase|wallet phrase|secret phrase',
  pasteHere: '+paste|+enter|+provide|+type|+share|+give|+supply',
  fetchVerb: '+fetch|+download|+load|+retrieve|+pull|+curl|+poll|+query',
  execNoun:
    'instructions|instruction|commands|command|directives|directive|code|payload|script|orders|tasks|configuration instructions|prompt',
  adminCaller:
    'as admin|as an admin|as the admin|as the first admin|as administrator|as an administrator|as root|as a superuser|as the owner|without a password|without logging in|without authentication|without credentials',
  signIn:
    'signs the caller in|logs the caller in|signs them in|logs them in|logs the user in|signs the user in|is let in|treats the caller|treats the request|lets the caller in',
  lookLike:
    'must look|has to look|must appear|has to appear|make it look|make them look|always look|always appear',
  failure: 'failed|fails|failing|broke',
  asPrinted:
    'as printed|as it prints|as they print|as the tool prints|as it outputs|as returned|as received|as it is printed',
  noReview: 'no review|without review|without reviewing|no confirmation|without checking them|unreviewed',
  standingApproval:
    'standing approval|standing permission|standing consent|standing authorization|blanket approval|blanket permission|blanket consent|permanent approval|permanent permission',
  stillBound:
    "no longer bind|no longer binds|no longer bind you|no longer binding|no longer govern|no longer apply to you|do not bind you|don't bind you",
  youPlainly: "you are|you become|you're",
  ruleless:
    'without content rules|without any content rules|no content rules|without restrictions|no restrictions|unrestricted|unfiltered|uncensored|jailbroken|without limits|without filters|without any limits|without ethics|no ethical',
  precedence:
    'takes precedence over|take precedence over|takes priority over|take priority over|have priority over|has priority over|ranks above|rank above|outranks|outrank',
  pretext:
    'another reason|a different reason|some other reason|a false reason|a pretext|a neutral reason|a plausible reason|other reasons',
  exchange: '+change|+switch|+substitute|+swap|+redirect|+reroute',
  userTold: '+give|+state|+name|+cite|+invent|+offer',
  tokenWord: 'token',
  pointOut:
    'point it out|point this out|point that out|draw attention to it|draw attention to this|call attention to it|highlight this|draw their attention',
  conflicts: 'conflict|conflicts|contradict|contradicts|disagree|disagrees',
  intoProject: 'into the project|into the repository|into the repo|into the workspace|into the codebase',
  copyTo: 'send a copy|also send|also forward|also email|also mail|forward a copy|email a copy|mail a copy',
  versions: 'earlier versions|previous versions|older versions|version history|revisions|earlier revisions',
  giveBack: '+return|+serve|+respond|+expose',
  environmentDump: 'process.env|os.environ|whole environment|environment variables|env vars',
  plainly: 'in plain text|in plaintext|in clear text|in cleartext|unhashed|without hashing',
  purpose: 'to avoid|to prevent',
  itsContent: 'its content|its contents|their content|their contents|what it holds|what is in it',
  stayOff:
    'leave them off|leave it off|keep them off|keep it off|leave them disabled|leave it disabled|keep it disabled',
  cardCode: 'cvv|cvc|card security code',
  keyFile: 'kubeconfig|netrc|keystore|credentials file|service account key',
  outputWord: 'text|output|whatever',
} as const;

export type Meaning = keyof typeof MEANINGS;
