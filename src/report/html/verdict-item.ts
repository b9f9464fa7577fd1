import type { Verdict } from '../../contracts/grade.ts';
import { type Html, html } from './html.ts';

export function verdictItem({ title, passed, detail }: Verdict): Html {
  const label = passed ? 'passed' : 'failed';
  return html`<li class="${passed ? 'good' : 'bad'}"><b>${title}</b> <span>${label}</span><p>${detail}</p></li>`;
}
