import { plainYaml } from '../../../../base/plain-yaml.ts';
import { MAX_FRONTMATTER_LENGTH } from '../../../skill/read-frontmatter.ts';
import type { ReadSkill } from '../../../skill/read-skill.ts';
import { splitFrontmatter } from '../../../skill/split-frontmatter.ts';
import { rereadAs, type TextFile } from '../../../skill/text-file.ts';
import { isDataFile } from '../readings/file-kind.ts';
import type { FileReadings } from '../readings/read-files.ts';
import type { Region } from './region.ts';

/**
 * Programs and models get the values of data and of the frontmatter. Quotation marks, escapes and line breaks of the source
 * are no part of these, so the values are regions of their own wherever they differ from the source.
 */
export function plainValues({ document }: ReadSkill, files: readonly FileReadings[]): Region[] {
  return files.flatMap(({ texts, languages }) =>
    texts.flatMap((text) => {
      if (document?.file.path === text.path) return valuesOfFrontmatter(text);
      const isNamedData = languages.includes('data');
      return isNamedData || isDataFile(text.path) ? valuesOfData(text, isNamedData) : [];
    }),
  );
}

function valuesOfFrontmatter(text: TextFile): Region[] {
  const split = splitFrontmatter(text);
  if (split.status !== 'found' || split.yaml.text.length > MAX_FRONTMATTER_LENGTH) return [];
  const plain = plainYaml(split.yaml.text);
  if (plain === null || plain === split.yaml.text) return [];
  return [regionOf(rereadAs(text, text.text.slice(0, split.yaml.offset) + plain), 'frontmatter', null)];
}

function valuesOfData(text: TextFile, isNamed: boolean): Region[] {
  const isYaml = /\.ya?ml$/i.test(text.path) && text.text.length <= MAX_FRONTMATTER_LENGTH;
  const plain = (isYaml ? plainYaml(text.text) : null) ?? withoutEscapes(text.text);
  return plain === text.text ? [] : [regionOf(rereadAs(text, plain), 'data', isNamed ? 'data' : null)];
}

function regionOf(file: TextFile, kind: 'frontmatter' | 'data', language: 'data' | null): Region {
  return { kind, file, text: file.text, offset: 0, language, headings: [], lead: '', layers: [] };
}

const ESCAPE = /\\(?:u00|U000000|x)([2-7][0-9a-f])/gi;

/** Escapes that JSON, TOML and YAML have in common. An escaped quotation mark ends no string. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /["'\\]/.test(character) ? written : character;
  });
}
