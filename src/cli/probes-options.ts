import { InvalidArgumentError, Option } from 'commander';
import { AssayError } from '../base/assay-error.ts';

/** What `--probes` and `--no-probes` say together. */
export type ProbesOption = 'all' | 'quick' | 'none';

export function probesOption(): Option {
  return new Option('--probes <set>', 'all probes, or the quick set, which is a small one (default: all)')
    .argParser((name, before?: ProbesOption): ProbesOption => {
      if (name === 'all' || name === 'quick') return agreeing(name, before);
      throw new InvalidArgumentError('Allowed choices are all, quick.');
    })
    .conflicts('probe');
}

export function noProbesOption(): Option {
  return new Option('--no-probes', 'tasks only: security is then not measured')
    .preset('none')
    .argParser((_none, before?: ProbesOption): ProbesOption => agreeing('none', before))
    .conflicts('probe');
}

/** Both options set one value, and the last one would win without a word. */
function agreeing(given: ProbesOption, before: ProbesOption = given): ProbesOption {
  if (before === given) return given;
  throw new AssayError(
    'USAGE',
    `${flagOf(before)} and ${flagOf(given)} contradict each other. Give one of the two.`,
  );
}

function flagOf(given: ProbesOption): string {
  return given === 'none' ? '--no-probes' : `--probes ${given}`;
}
