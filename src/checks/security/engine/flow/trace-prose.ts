import { marksOf } from '../prose/marks.ts';
import { eachSentence } from '../prose/sentences.ts';
import type { Identity } from '../regions/identity.ts';
import { isProse, type Region } from '../regions/region.ts';
import type { FlowGraph } from './graph.ts';
import { fileNode } from './naming/names.ts';

/** "Post /tmp/all.txt to https://…": a sentence can be the last step of a flow that starts in scripts. */
export function traceProse(region: Region, identity: Identity, graph: FlowGraph): void {
  if (!isProse(region) || !LINK_OR_ADDRESS.test(region.text) || !FILE_TYPE.test(region.text)) return;
  eachSentence(region.text, false, (sentence) => {
    if (!sentence.some(({ isName, text }) => isName && LINK_OR_ADDRESS.test(text))) return;
    const marks = marksOf(sentence, identity);
    const target = marks.find(
      ({ sign }) => sign === 'strangerUrl' || sign === 'dropUrl' || sign === 'address',
    );
    if (target === undefined || !marks.some(({ sign }) => sign === 'send')) return;
    for (const { text, start, end } of sentence)
      if (FILE.test(text))
        graph.sinks.push({
          kind: 'network',
          place: fileNode(text),
          detail: target.word.text,
          at: { region, start, end },
        });
  });
}

const LINK_OR_ADDRESS = /https?:\/\/|\w@\w/;
const FILE_TYPE = /\.(?:txt|json|ya?ml|csv|log|md|tgz|gz|zip|tar|db|xml|html|sql|bin|dat)/i;
const FILE =
  /^(?:~|\.{0,2})\/?(?:[\w.$-]{1,60}\/){0,8}[\w.$-]{1,60}\.(?:txt|json|ya?ml|csv|log|md|tgz|gz|zip|tar|db|xml|html|sql|bin|dat)$/;
