import type { ReadSkill } from '../../../skill/read-skill.ts';
import { splitFrontmatter } from '../../../skill/split-frontmatter.ts';
import type { TextFile } from '../../../skill/text-file.ts';
import { isDataFile } from '../readings/file-kind.ts';
import type { Language } from '../readings/language.ts';
import { languageNamed } from '../readings/language.ts';
import type { FileReadings } from '../readings/read-files.ts';
import type { Region, RegionKind } from './region.ts';
import { splitMarkdown } from './split-markdown.ts';

/** Every text of a skill, as each program may read it, in regions. */
export function splitSkill(skill: ReadSkill, files: readonly FileReadings[]): Region[] {
  return files.flatMap(({ texts, isText, languages }) =>
    texts.flatMap((text) => [
      ...(isText ? splitText(text, skill) : []),
      ...languages.flatMap((language, index) =>
        // Each language has a text of its own, because the regions of one text are searched together.
        splitScript(isText || index > 0 ? { ...text } : text, language),
      ),
    ]),
  );
}

function splitText(text: TextFile, { document }: ReadSkill): Region[] {
  if (document !== null && document.file.path === text.path) {
    const head = wholeFile(text, 'frontmatter', null);
    const { offset } = document.file === text ? document.body : splitFrontmatter(text).body;
    return [{ ...head, text: text.text.slice(0, offset) }, ...splitMarkdown(text, offset)];
  }
  return isDataFile(text.path) ? [wholeFile(text, 'data', null)] : splitMarkdown(text);
}

function splitScript(text: TextFile, language: Language): Region[] {
  if (language === 'markup') return [wholeFile(text, 'data', language), ...embeddedScripts(text)];
  return [wholeFile(text, language === 'data' ? 'data' : 'script', language)];
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
