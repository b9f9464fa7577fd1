import type { Verdict } from '../../contracts/grade.ts';
import type { Judging } from '../../contracts/judging.ts';
import { describePartialCredit } from '../facts/partial-credit.ts';
import { describeJudging, type JudgedCriterion, judgedCriteria } from '../facts/vote-facts.ts';
import { type Html, html } from './html.ts';

export function verdictItem({ title, passed, detail, judgings = [], partialCredit }: Verdict): Html {
  const credit = describePartialCredit(partialCredit);
  const label = passed ? 'passed' : 'failed';
  return html`<li class="${passed ? 'good' : 'bad'}"><b>${title}</b> <span>${label}</span><p>${detail}</p>${credit === null ? '' : html`<p>${credit}</p>`}${judgings.map(votesBlock)}</li>`;
}

function votesBlock(judging: Judging): Html {
  return html`<details><summary>Votes</summary><p>${describeJudging(judging)}</p>
<ul>${judgedCriteria(judging).map(criterionItem)}</ul></details>`;
}

function criterionItem({ verdict, criterion, votes }: JudgedCriterion): Html {
  return html`<li>${verdict}: ${criterion}<ol>${votes.map((vote) => html`<li>${vote}</li>`)}</ol></li>
`;
}
