import { expect, test } from 'vitest';
import { HARBOR } from '../../../src/foreign/harbor/read-harbor.ts';
import { importedBy } from '../imported.ts';

function imported(toml: string) {
  const { suite, tasks, losses } = importedBy(HARBOR, {
    'task.toml': `${toml}[environment]\nallow_internet = false\nmemory_mb = 512\ncpus = 2\n`,
    'instruction.md': 'Write it.',
    'environment/Dockerfile': 'FROM debian\nWORKDIR /app\n',
    'tests/test.sh': 'true\n',
    'solution/solve.sh': 'true\n',
  });
  return { suite, tasks, losses: losses.filter((loss) => loss.startsWith('task.toml')) };
}

test('artifacts in the workspace are kept anyway, and others are named one by one', () => {
  const toml = `artifacts = [
  "/app/out.txt",
  "plots",
  "/var/log/app.log",
  { source = "/app/a", destination = "a", service = "db" },
  "/application",
  7,
]
`;
  expect(imported(toml).losses).toEqual([
    ...['/var/log/app.log', '/app/a', '/application', 'this'].map(
      (place) =>
        `task.toml:1:1 dropped: Only what changes in the workspace is kept after a trial: ${place} is not.`,
    ),
  ]);
  expect(imported('artifacts = ["/app"]\n').losses).toEqual([]);
});

test('the larger of the sandboxes of agent and verifier is that of both, and what it cannot have is named', () => {
  const { suite, losses } = imported(`[verifier]
environment_mode = "separate"
[verifier.environment]
memory_mb = 4096
cpus = 1
docker_image = "acme/judge:1"
network_mode = "public"
colour = "red"
[verifier.environment.env]
A = "b"
[[verifier.collect]]
command = "true"
`);
  expect(suite.environment?.machine).toEqual({ memoryMib: 4096, cpus: 2 });
  const told = losses.map((loss) => loss.replace(/^task\.toml:[\d:]+ /, ''));
  expect(told).toEqual([
    'dropped: Nothing is known of the key "verifier.environment.colour".',
    'changed: Graders have a new sandbox of the image of the task, as large as the larger of the two.',
    'incomplete: The image of the verifier is not used. Install what it brings in the environment.',
    'incomplete: Variables of the sandbox of the verifier are not set. Write them into the command.',
    'incomplete: Graders have no network.',
    'dropped: Only the verifier itself is run.',
  ]);
});

test('a size of the sandbox of a verifier that is none is refused with its place', () => {
  expect(() => imported('[verifier.environment]\ncpus = "many"\n')).toThrow(
    'task.toml:2:1: "verifier.environment.cpus": expected a number, found "many"',
  );
});
