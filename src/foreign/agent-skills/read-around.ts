import type { Loss } from '../../contracts/loss.ts';
import { oneLine } from '../drafting/one-line.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { FieldReader, isFields } from './fields.ts';
import type { EvalsDocument } from './read-document.ts';
import { secondsIn } from './seconds.ts';

type Around = { name: string; limits: { maxSeconds?: number }; losses: Omit<Loss, 'file'>[] };

/** What stands around the list of evals. `skillName` is what the skill says itself. */
export function readAround({ around, list }: EvalsDocument, skillName: string | null): Around {
  const others = Object.entries(around).filter(([key]) => key !== list);
  const reader = new FieldReader(Object.fromEntries(others));
  const written = reader.text(['skillname', 'skill']);
  const defaults = reader.take(['defaults'])[0]?.value;
  const inner = new FieldReader(isFields(defaults) ? defaults : {});
  const cut: Omit<Loss, 'file'>[] = [];
  const limits = timeLimit(secondsIn(inner), (detail) =>
    cut.push({ place: 'defaults', effect: 'changed', detail }),
  );
  const keys = [...reader.rest().map(({ key }) => key), ...inner.rest().map(({ key }) => `defaults.${key}`)];
  return {
    name: skillName ?? written ?? 'skill',
    limits,
    losses: [
      ...cut,
      ...(skillName === null || written === null || written === skillName
        ? []
        : [otherName(skillName, written)]),
      ...keys.map((key) => ({
        place: oneLine(key, 'a key'),
        effect: 'dropped' as const,
        detail: 'Nothing is made of this key.',
      })),
    ],
  };
}

function otherName(skillName: string, written: string): Omit<Loss, 'file'> {
  const detail = `The skill calls itself ${oneLine(skillName, 'otherwise')}, and not ${oneLine(written, 'this')}.`;
  return { place: 'skill_name', effect: 'changed', detail };
}
