import { stringify } from 'smol-toml';

export function renderToml(value: Readonly<Record<string, unknown>>): string {
  return `${stringify(value).trim()}\n`;
}
