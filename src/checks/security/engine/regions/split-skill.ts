import type { ReadSkill } from '../../../skill/read-skill.ts';
import type { TextFile } from '../../../skill/text-file.ts';
import { isOpaque } from './file-kind.ts';
import { languageNamed, languageOfFile } from './language.ts';
import type { Language, Region, RegionKind } from './region.ts';
import { splitMarkdown } from './split-markdown.ts';

const PROSE_FILE = /\.(?:md|mdx|markdown|mdc|txt|rst|adoc)$/i;
const DATA_FILE =
  /\.(?:json|jsonc|json5|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|env|lock|xml|plist|service|ipynb|log)$/i;

/** Every readable text of a skill, in regions. */
export function splitSkill(skill: ReadSkill): Region[] {
  return skill.files.filter((file) => !isOpaque(file)).flatMap((file) => splitFile(file, skill));
}

function splitFile(file: TextFile, { document }: ReadSkill): Region[] {
  if (document !== null && document.file.path === file.path) {
    const head = wholeFile(file, 'frontmatter', null);
    const { offset } = document.body;
    return [{ ...head, text: file.text.slice(0, offset) }, ...splitMarkdown(file, offset)];
  }
  if (PROSE_FILE.test(file.path)) return splitMarkdown(file);
  const language = languageOfFile(file.path, file.text);
  if (language === 'markup') return [wholeFile(file, 'data', language), ...embeddedScripts(file)];
  if (language === 'data') return [wholeFile(file, 'data', language)];
  if (language !== null) return [wholeFile(file, 'script', language)];
  return DATA_FILE.test(file.path) ? [wholeFile(file, 'data', null)] : splitMarkdown(file);
}

function wholeFile(file: TextFile, kind: RegionKind, language: Language | null): Region {
  return { kind, file, text: file.text, offset: 0, language, headings: [], lead: '', layers: [] };
}

/** More scripts than a page has; the rest is read as one. */
const MAX_SCRIPTS = 1_000;

/** The scripts that a page or a drawing runs when it is opened. */
function embeddedScripts(file: TextFile): Region[] {
  const found: Region[] = [];
  const opening = /<script\b[^>]{0,300}>/gi;
  for (let match = opening.exec(file.text); match !== null; match = opening.exec(file.text)) {
    const close = found.length < MAX_SCRIPTS ? file.text.indexOf('</script', opening.lastIndex) : -1;
    const end = close === -1 ? file.text.length : close;
    const text = file.text.slice(opening.lastIndex, end);
    found.push({ ...wholeFile(file, 'script', languageNamed('js')), text, offset: opening.lastIndex });
    opening.lastIndex = end;
  }
  return found;
}
