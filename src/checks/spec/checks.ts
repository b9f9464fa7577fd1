import type { Check } from '../findings/rule.ts';
import { allowedToolsIsText } from './allowed-tools-is-text.ts';
import { bodyLines } from './body-lines.ts';
import { bodyNotEmpty } from './body-not-empty.ts';
import { bodyTokens } from './body-tokens.ts';
import { byteOrderMarkAbsent } from './byte-order-mark-absent.ts';
import { compatibilityIsText } from './compatibility-is-text.ts';
import { compatibilityLength } from './compatibility-length.ts';
import { compatibilityNotEmpty } from './compatibility-not-empty.ts';
import { descriptionLength } from './description-length.ts';
import { descriptionPresent } from './description-present.ts';
import { descriptionSaysWhen } from './description-says-when.ts';
import { descriptionWithoutTags } from './description-without-tags.ts';
import { frontmatterClosed } from './frontmatter-closed.ts';
import { frontmatterFirst } from './frontmatter-first.ts';
import { frontmatterMapping } from './frontmatter-mapping.ts';
import { frontmatterPresent } from './frontmatter-present.ts';
import { frontmatterSize } from './frontmatter-size.ts';
import { frontmatterWithoutDashes } from './frontmatter-without-dashes.ts';
import { knownKeys } from './known-keys.ts';
import { licenseIsText } from './license-is-text.ts';
import { metadataIsMap } from './metadata-is-map.ts';
import { metadataQuoted } from './metadata-quoted.ts';
import { nameCharset } from './name-charset.ts';
import { nameHyphens } from './name-hyphens.ts';
import { nameLength } from './name-length.ts';
import { nameLowercase } from './name-lowercase.ts';
import { nameMatchesFolder } from './name-matches-folder.ts';
import { namePortable } from './name-portable.ts';
import { namePresent } from './name-present.ts';
import { nulAbsent } from './nul-absent.ts';
import { referencesExist } from './references-exist.ts';
import { referencesInside } from './references-inside.ts';
import { referencesShallow } from './references-shallow.ts';
import { skillFileName } from './skill-file-name.ts';
import { skillFilePresent } from './skill-file-present.ts';
import { textUtf8 } from './text-utf-8.ts';
import { valuesQuoted } from './values-quoted.ts';
import { yamlColonsQuoted } from './yaml-colons-quoted.ts';
import { yamlKeysUnique } from './yaml-keys-unique.ts';
import { yamlPlain } from './yaml-plain.ts';
import { yamlValid } from './yaml-valid.ts';

/** The requirements of the specification, in the order of its text. */
export const specChecks: readonly Check[] = [
  skillFilePresent,
  skillFileName,
  textUtf8,
  byteOrderMarkAbsent,
  nulAbsent,
  frontmatterPresent,
  frontmatterFirst,
  frontmatterClosed,
  frontmatterSize,
  frontmatterMapping,
  yamlValid,
  yamlColonsQuoted,
  yamlKeysUnique,
  yamlPlain,
  frontmatterWithoutDashes,
  knownKeys,
  valuesQuoted,
  namePresent,
  nameLength,
  nameCharset,
  nameLowercase,
  nameHyphens,
  namePortable,
  nameMatchesFolder,
  descriptionPresent,
  descriptionLength,
  descriptionWithoutTags,
  descriptionSaysWhen,
  licenseIsText,
  compatibilityIsText,
  compatibilityNotEmpty,
  compatibilityLength,
  metadataIsMap,
  metadataQuoted,
  allowedToolsIsText,
  bodyNotEmpty,
  bodyLines,
  bodyTokens,
  referencesExist,
  referencesInside,
  referencesShallow,
];
