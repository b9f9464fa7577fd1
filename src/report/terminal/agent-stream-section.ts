import type { AgentStream, StreamReading } from '../../contracts/agent-stream.ts';
import { totalTokens } from '../../contracts/transcript.ts';
import { showTokens } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';

/** What the agent program says about its own work, and where that disagrees with the wire. */
export function agentStreamSection(stream: AgentStream | undefined, options: ReportOptions): string[] {
  if (stream === undefined) return [];
  const lines =
    stream.reading === null
      ? paragraph('Not all of them were kept, so they were not compared with its requests.', 'muted', options)
      : readingLines(stream.reading, options);
  return section('The agent’s own events', lines, options);
}

function readingLines({ usage, toolCalls, remarks }: StreamReading, options: ReportOptions): string[] {
  const tokens = usage === null ? 'no tokens' : `${showTokens(totalTokens(usage))} tokens`;
  const said = `They say ${tokens}, and show ${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'}.`;
  const agreement = 'Nothing in them disagrees with its requests.';
  return [
    ...paragraph(remarks.length === 0 ? `${said} ${agreement}` : said, 'muted', options),
    ...remarks.flatMap((remark) => paragraph(`Remark: ${remark}.`, 'warn', options)),
  ];
}
