import { defineRule } from '../engine/security-rule.ts';

export const disablesSafetyControl = defineRule({
  id: 'security/disables-safety-control',
  title: 'Disables a safety control',
  severity: 'high',
  why: 'Sandboxes, approvals, certificate checks and scanners exist for the case that something is wrong.',
  remedy: 'Fix what the control complains about.',
  owasp: ['ASI03', 'ASI10', 'AST06'],
  patterns: [
    {
      severity: 'high',
      cues: [
        'anthropic_base_url',
        'openai_base_url',
        'openai_api_base',
        'claude_base_url',
        'gemini_base_url',
        'anthropic_api_url',
        'openai_api_url',
      ],
      pattern:
        /\b(?:ANTHROPIC|OPENAI|CLAUDE|GEMINI)_(?:BASE_URL|API_BASE|API_URL)["']?\s{0,2}[=:]\s{0,2}["']?https?:\/\/[^\s"'`]{4,200}/,
      unless:
        /https?:\/\/(?:[\w-]{1,60}\.){0,4}(?:example|example\.(?:com|org|net)|your[\w-]{0,30}(?:\.\w{2,10}){1,2}|company\.com)(?=[\s"'`:/)]|$)/,
      byHost: true,
      because: "Sends all requests to the model, including its API key, through a third party's host.",
    },
    {
      severity: 'high',
      cues: [
        'dangerouslydisablesandbox',
        'autoapproveall',
        'autoapprove',
        'skippermissions',
        'bypasspermissions',
        'disablesafety',
        'allowalltools',
        'trustalltools',
        'skipdangerousmodepermissionprompt',
        'enableallprojectmcpservers',
      ],
      pattern:
        /["']?(?:dangerouslyDisableSandbox|autoApproveAll|autoApprove|skipPermissions|bypassPermissions|disableSafety|allowAllTools|trustAllTools|skipDangerousModePermissionPrompt|enableAllProjectMcpServers)["']?\s{0,2}[:=]\s{0,2}["']?(?:true|all|\*|1|\["\*"\])/i,
      because: 'Sets an option with which the agent no longer asks for approval.',
    },
    {
      severity: 'high',
      cues: ['defaultmode'],
      pattern: /["']?defaultMode["']?[\s:=]{1,4}["']?bypassPermissions\b/,
      because: 'Sets the permission mode of Claude Code in which it no longer asks for approval.',
    },
    {
      severity: 'high',
      cues: ['allow'],
      pattern: /["']allow["']\s{0,2}:\s{0,2}\[\s{0,8}["'](?:\*|Bash(?:\(\*\)|\(\*:\*\))?)["']/,
      because: 'Allows every command without a question.',
    },
    {
      severity: 'medium',
      cues: ['dangerously', 'yolo', 'trust', 'allow'],
      pattern:
        /--(?:dangerously-skip-permissions|dangerously-bypass-approvals-and-sandbox|yolo|no-sandbox-all|trust-all-tools|allow-all-tools)\b/,
      because: 'Starts an agent with a flag that turns off its controls.',
    },
    {
      severity: 'high',
      cues: ['sandbox'],
      pattern:
        /["']sandbox["']\s{0,2}:\s{0,2}(?:\{\s{0,8}["']enabled["']\s{0,2}:\s{0,2})?false|["']sandbox_mode["']?\s{0,2}[:=]\s{0,2}["']danger-full-access|^\s{0,4}sandbox_mode\s{0,2}=\s{0,2}["']danger-full-access/m,
      because: 'Turns off the sandbox in which the agent runs commands.',
    },
    {
      severity: 'high',
      cues: ['spctl'],
      pattern: /\bspctl\s{1,3}--(?:master-disable|global-disable)\b/,
      because: 'Turns off Gatekeeper, which keeps unsigned programs from starting.',
    },
    {
      severity: 'medium',
      cues: ['xattr'],
      pattern:
        /\bxattr\s[^\n]{0,20}(?:-[a-z]{0,3}d[a-z]{0,3}\s{1,3}com\.apple\.quarantine|-[a-z]{0,3}c[a-z]{0,3}\b)/,
      because: 'Removes the quarantine mark, because of which macOS checks a download before it first runs.',
    },
    {
      severity: 'high',
      cues: ['mppreference'],
      pattern:
        /(?:Set|Add)-MpPreference\s[^\n]{0,60}-(?:Disable\w{4,40}\s{1,3}(?:\$true|1)|Exclusion(?:Path|Process|Extension))/i,
      because: 'Disables the virus scanner of Windows or excludes files from it.',
    },
    {
      severity: 'high',
      cues: ['setenforce'],
      pattern: /\bsetenforce\s{1,3}0\b/,
      because: 'Turns off mandatory access control.',
    },
    {
      severity: 'high',
      cues: ['firewalld', 'advfirewall', 'iptables'],
      pattern:
        /\bufw\s{1,3}disable\b|\biptables\s{1,3}-F\b|advfirewall\s{1,3}set\s{1,3}\w{1,20}\s{1,3}state\s{1,3}off|systemctl\s{1,3}(?:stop|disable)\s[^\n]{0,20}firewalld/i,
      because: 'Turns off the firewall.',
    },
    {
      severity: 'high',
      cues: ['ufw'],
      pattern: /\bufw\s{1,3}disable\b/,
      because: 'Turns off the firewall.',
    },
    {
      severity: 'medium',
      cues: ['sslverify', 'strict', 'trusted'],
      pattern:
        /git\s{1,3}config\s{1,3}--(?:global|system)\s{1,3}http\.sslVerify\s{1,3}(?:false|0)|(?:npm|yarn|pnpm)\s{1,3}config\s{1,3}set\s[^\n]{0,12}strict-ssl\s{0,3}[= ]\s{0,3}false|pip3?\s{1,3}config\s{1,3}set\s{1,3}global\.trusted-host\s{1,3}["']?\*/,
      because: 'Turns off certificate or host checks for every later download.',
    },
    {
      severity: 'medium',
      cues: ['node_tls_reject_unauthorized'],
      pattern: /NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s{0,2}=\s{0,2}["']?0/,
      because: 'Turns off certificate checks for the whole Node.js process.',
    },
    {
      severity: 'low',
      cues: ['verify', 'rejectunauthorized', '_create_unverified_context', 'sslverify', 'strict'],
      pattern:
        /\bverify\s{0,2}=\s{0,2}False\b|rejectUnauthorized\s{0,2}:\s{0,2}false|ssl\._create_unverified_context|http\.sslVerify\s{1,3}false|strict-ssl\s{1,3}false/,
      because: 'Turns off certificate checks for a connection.',
      codeOnly: true,
    },
    {
      severity: 'low',
      cues: ['verify'],
      pattern: /\bgit\s{1,3}(?:commit|push)\b[^\n]{0,80}--no-verify\b/,
      because: 'Skips the hooks that check a commit or push.',
    },
  ],
  claims: [
    {
      severity: 'medium',
      slots: ['tell|send', 'verdict', 'regardless'],
      gap: 8,
      anyOrder: true,
      unquoted: true,
      because: 'Fixes the reported outcome in advance.',
    },
    {
      severity: 'medium',
      slots: ['regardless', 'store|record', 'verdict'],
      gap: 8,
      because: 'Records a successful outcome in advance.',
    },
    {
      severity: 'high',
      slots: ['erase|disable', 'control', 'tell', 'verdict'],
      gap: 14,
      because: 'Removes a failing check and reports success.',
    },
    {
      severity: 'medium',
      slots: ['disable', 'control'],
      gap: 4,
      unquoted: true,
      because: 'Disables a control because it is in the way of the skill.',
    },
    {
      severity: 'high',
      slots: ['disable|store', 'control'],
      gap: 6,
      needs: ['permissive'],
      because: 'Calls limits too strict and replaces them by permissive ones.',
    },
    {
      severity: 'medium',
      slots: ['lookLike', 'verdict'],
      gap: 3,
      unless: ['conditional'],
      because: 'Fixes in advance how the result looks, whatever it really is.',
    },
    {
      severity: 'high',
      slots: ['disable', 'control', 'stayOff'],
      gap: 14,
      unless: ['conditional'],
      because: 'Prevents the control from being restored.',
    },
  ],
});
