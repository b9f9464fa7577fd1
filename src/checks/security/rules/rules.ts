import type { SecurityRule } from '../engine/security-rule.ts';
import { agentMemoryWrite } from './agent-memory-write.ts';
import { agentSettingsWrite } from './agent-settings-write.ts';
import { ambiguousText } from './ambiguous-text.ts';
import { approvalBypass } from './approval-bypass.ts';
import { asksForWallet } from './asks-for-wallet.ts';
import { biasedOutput } from './biased-output.ts';
import { bidiControl } from './bidi-control.ts';
import { broadToolGrant } from './broad-tool-grant.ts';
import { concealsFromUser } from './conceals-from-user.ts';
import { covertCopy } from './covert-copy.ts';
import { credentialExfiltration } from './credential-exfiltration.ts';
import { credentialHarvest } from './credential-harvest.ts';
import { credentialRead } from './credential-read.ts';
import { dataExfiltration } from './data-exfiltration.ts';
import { decodeAndRun } from './decode-and-run.ts';
import { destructiveCommand } from './destructive-command.ts';
import { disablesSafetyControl } from './disables-safety-control.ts';
import { downloadAndRun } from './download-and-run.ts';
import { dynamicContext } from './dynamic-context.ts';
import { encodedInstruction } from './encoded-instruction.ts';
import { environmentExfiltration } from './environment-exfiltration.ts';
import { exploitPayload } from './exploit-payload.ts';
import { externalUrl } from './external-url.ts';
import { fakeSystemMessage } from './fake-system-message.ts';
import { falseUrgency } from './false-urgency.ts';
import { foreignKey } from './foreign-key.ts';
import { hiddenComment } from './hidden-comment.ts';
import { hiddenMarkup } from './hidden-markup.ts';
import { hidesTraces } from './hides-traces.ts';
import { hook } from './hook.ts';
import { installHook } from './install-hook.ts';
import { instructionOverride } from './instruction-override.ts';
import { invisibleText } from './invisible-text.ts';
import { lookalikePackage } from './lookalike-package.ts';
import { machineFingerprint } from './machine-fingerprint.ts';
import { metadataService } from './metadata-service.ts';
import { miner } from './miner.ts';
import { missingScript } from './missing-script.ts';
import { movesMoney } from './moves-money.ts';
import { obfuscatedCode } from './obfuscated-code.ts';
import { opaqueFile } from './opaque-file.ts';
import { partlyReviewed } from './partly-reviewed.ts';
import { persistence } from './persistence.ts';
import { plantsBackdoor } from './plants-backdoor.ts';
import { plugin } from './plugin.ts';
import { possibleSecret } from './possible-secret.ts';
import { privilegeEscalation } from './privilege-escalation.ts';
import { ransom } from './ransom.ts';
import { remoteInstructions } from './remote-instructions.ts';
import { reverseShell } from './reverse-shell.ts';
import { secret } from './secret.ts';
import { secretDisclosure } from './secret-disclosure.ts';
import { selfPropagation } from './self-propagation.ts';
import { surveillance } from './surveillance.ts';
import { unpinnedPackage } from './unpinned-package.ts';
import { unreadableScript } from './unreadable-script.ts';
import { unrestrictedRole } from './unrestricted-role.ts';
import { unreviewedProgram } from './unreviewed-program.ts';
import { unsafeDeserialization } from './unsafe-deserialization.ts';
import { untrustedPackageSource } from './untrusted-package-source.ts';
import { weakensCode } from './weakens-code.ts';

export const INJECTION_RULES = [
  instructionOverride,
  unrestrictedRole,
  fakeSystemMessage,
  concealsFromUser,
  approvalBypass,
  remoteInstructions,
  selfPropagation,
  hiddenComment,
  invisibleText,
  bidiControl,
  hiddenMarkup,
  encodedInstruction,
];

const EXECUTION_RULES = [
  downloadAndRun,
  decodeAndRun,
  reverseShell,
  unreviewedProgram,
  obfuscatedCode,
  miner,
  dynamicContext,
];

const DATA_RULES = [
  credentialRead,
  credentialHarvest,
  credentialExfiltration,
  environmentExfiltration,
  foreignKey,
  dataExfiltration,
  machineFingerprint,
  surveillance,
  secretDisclosure,
  asksForWallet,
  metadataService,
  covertCopy,
];

const CONTROL_RULES = [
  persistence,
  agentMemoryWrite,
  agentSettingsWrite,
  disablesSafetyControl,
  privilegeEscalation,
  hidesTraces,
  destructiveCommand,
  ransom,
  plantsBackdoor,
  weakensCode,
  falseUrgency,
  biasedOutput,
  exploitPayload,
  movesMoney,
];

const SUPPLY_RULES = [
  untrustedPackageSource,
  lookalikePackage,
  unpinnedPackage,
  installHook,
  missingScript,
  opaqueFile,
  unsafeDeserialization,
  broadToolGrant,
  hook,
  plugin,
  externalUrl,
  secret,
  possibleSecret,
  partlyReviewed,
  unreadableScript,
  ambiguousText,
];

/** Every rule of the security review, in the order in which reports and `assay explain` list them. */
export const SECURITY_RULES: readonly SecurityRule[] = [
  ...INJECTION_RULES,
  ...EXECUTION_RULES,
  ...DATA_RULES,
  ...CONTROL_RULES,
  ...SUPPLY_RULES,
];

/**
 * All rules, in the order in which they are searched for. If several rules see the same hidden text, the
 * finding is named after the first: what is done says more than how it is run, and that keys are sent says
 * more than that they are read.
 */
export const RULES_BY_PRECEDENCE: readonly SecurityRule[] = [
  ...new Set([
    ...INJECTION_RULES,
    credentialExfiltration,
    ...DATA_RULES,
    ...CONTROL_RULES,
    ...EXECUTION_RULES,
    ...SUPPLY_RULES,
  ]),
];
