import type { ReportOptions } from '../report-options.ts';
import { paint } from './paint.ts';

/** Lines under a title; nothing if there are no lines. */
export function section(title: string, lines: readonly string[], { colour }: ReportOptions): string[] {
  return lines.length === 0 ? [] : [paint('strong', title, colour), ...lines];
}

export function joinSections(sections: readonly (readonly string[])[]): string {
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
