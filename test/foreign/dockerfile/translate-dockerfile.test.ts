import { expect, test } from 'vitest';
import { confineDockerfile } from '../../../src/foreign/dockerfile/confine-dockerfile.ts';
import { translateDockerfile } from '../../../src/foreign/dockerfile/translate-dockerfile.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import { LossList } from '../../../src/foreign/drafting/loss-list.ts';
import type { Files } from '../../../src/foreign/foreign-format.ts';

const LINK = 'RUN rm -rf /app && ln -s /workspace /app';

type Around = { context?: Files; skills?: Files; workdir?: string | null };

function imageFrom(text: string, { context = [], skills = [], workdir = null }: Around = {}) {
  const losses = new LossList();
  const image = {
    file: 'Dockerfile',
    text,
    context,
    skills,
    workdir,
    links: {},
    losses,
    budget: new DraftBudget(),
  };
  return { ...translateDockerfile(image), losses };
}

function translated(text: string, around: Around = {}) {
  const { workspace, packages, environment, losses } = imageFrom(text, around);
  return {
    workspace: Object.fromEntries(
      workspace.map(({ path, content }) => [path, new TextDecoder().decode(content)]),
    ),
    executables: workspace.filter(({ executable }) => executable).map(({ path }) => path),
    packages,
    files: environment.map(({ path }) => path),
    dockerfile: textOf(environment, 'Dockerfile')?.split('\n').slice(0, -1) ?? null,
    requirements: textOf(environment, 'requirements.txt'),
    losses: losses.all.map(({ place, effect, detail }) => `${place} ${effect}: ${detail}`),
  };
}

function textOf(files: Files, name: string): string | null {
  const file = files.find(({ path }) => path === name);
  return file === undefined ? null : new TextDecoder().decode(file.content);
}

test('a known base image is replaced, packages are declared, and the working folder is a link', () => {
  const text = `FROM ubuntu:24.04
ENV DEBIAN_FRONTEND=noninteractive
# tools
RUN apt-get update && apt-get install -y --no-install-recommends \\
    poppler-utils \\
    # a comment between
    jq=1.7 \\
    && rm -rf /var/lib/apt/lists/*
RUN pip3 install --break-system-packages openpyxl==3.1.5 "pandas>=2.0" && npm install -g docx@9.5.0
WORKDIR /app
`;
  expect(translated(text)).toEqual({
    workspace: {},
    executables: [],
    packages: { debian: ['poppler-utils', 'jq'], pip: ['openpyxl==3.1.5'], npm: ['docx@9.5.0'] },
    files: ['Dockerfile', 'requirements.txt'],
    dockerfile: ['ARG BASE_IMAGE', 'FROM $BASE_IMAGE', LINK],
    requirements: 'pandas>=2.0\n',
    losses: [
      '1 changed: ubuntu:24.04 is replaced by the sandbox image, which is a Debian 12.',
      ' changed: The workspace is /workspace; /app is a link to it.',
    ],
  });
});

test('files that are copied to the working folder are files of the workspace', () => {
  const context = [
    textFile('data/in.csv', 'a'),
    textFile('data/deep/more.csv', 'b'),
    textFile('tool.sh', 'c'),
    textFile('note.txt', 'd'),
  ];
  const text = `FROM debian:12
WORKDIR /app
COPY data/ ./input/
COPY --chmod=755 tool.sh note.tx? bin/
COPY ["note.txt", "renamed.txt"]
COPY <<END made.txt
line
END
RUN mkdir -p /app/out input && chmod +x input/in.csv
`;
  const found = translated(text, { context });
  expect(found.workspace).toEqual({
    'input/in.csv': 'a',
    'input/deep/more.csv': 'b',
    'bin/tool.sh': 'c',
    'bin/note.txt': 'd',
    'renamed.txt': 'd',
    'made.txt': 'line\n',
    'out/.keep': '',
  });
  expect(found.executables).toEqual(['input/in.csv', 'bin/tool.sh', 'bin/note.txt']);
  expect(found.dockerfile).toEqual(['ARG BASE_IMAGE', 'FROM $BASE_IMAGE', LINK]);
});

test('files that are copied elsewhere stay in the image', () => {
  const found = translated('FROM debian\nWORKDIR /app\nCOPY bin/tool /usr/local/bin/tool\n', {
    context: [textFile('bin/tool', '#!/bin/sh\n')],
  });
  expect(found.dockerfile?.slice(3)).toEqual(['COPY bin/tool /usr/local/bin/tool']);
  expect(found.files).toEqual(['Dockerfile', 'bin/tool']);
  expect(found.workspace).toEqual({});
});

test('skills are in neither the image nor the workspace, however they are copied', () => {
  const skills = [textFile('skills/pdf/SKILL.md', 'x')];
  const text = `FROM ubuntu
WORKDIR /app
COPY skills /root/.claude/skills
COPY skills/pdf/SKILL.md /app/SKILL.md
COPY . /app
RUN cp -r /root/.claude/skills /root/.codex/skills
`;
  const found = translated(text, { skills, context: [textFile('in.txt', 'a')] });
  expect(found.workspace).toEqual({ 'in.txt': 'a' });
  expect(found.dockerfile).toEqual(['ARG BASE_IMAGE', 'FROM $BASE_IMAGE', LINK]);
  expect(found.losses.filter((loss) => /skill/.test(loss))).toEqual([
    '3 changed: Only the arm with the skill gets it.',
    '4 changed: Only the arm with the skill gets it.',
    '6 changed: This puts the skill in place, which the arm with the skill does by itself.',
  ]);
});

test('a command that could be anything keeps all before it, and what it leaves in the workspace is a loss', () => {
  const text = `FROM ubuntu:24.04
RUN apt-get update && apt-get install -y build-essential
WORKDIR /app
COPY main.c .
RUN gcc -o main main.c
`;
  const found = translated(text, { context: [textFile('main.c', 'int main() {}')] });
  expect(found.packages.debian).toEqual([]);
  expect(found.dockerfile?.slice(3)).toEqual([
    'RUN apt-get update && apt-get install -y build-essential',
    'WORKDIR /app',
    'COPY main.c .',
    'RUN gcc -o main main.c',
  ]);
  expect(found.workspace).toEqual({ 'main.c': 'int main() {}' });
  expect(found.losses).toContainEqual(
    expect.stringMatching(/^5 incomplete: If this leaves anything in \/app/),
  );
});

test('requirements beside the Dockerfile become those of the environment', () => {
  const text = 'FROM python:3.12-slim\nWORKDIR /app\nCOPY req.txt /tmp/\nRUN pip install -r /tmp/req.txt\n';
  const found = translated(text, { context: [textFile('req.txt', '# pinned\nrequests==2.32.3\n\n')] });
  expect(found.requirements).toBe('requests==2.32.3\n');
  expect(found.packages.debian).toEqual(['python-is-python3', 'python3-pip']);
});

test('the last stage stands on the sandbox image, together with those below it', () => {
  const text = `ARG VERSION=3.12
FROM debian AS build
RUN make /tool
FROM python:\${VERSION}-slim AS base
RUN apt-get install -y jq
FROM base
COPY --from=build /tool /usr/local/bin/tool
WORKDIR /app
`;
  const found = translated(text);
  expect(found.dockerfile).toEqual([
    'ARG BASE_IMAGE',
    'ARG VERSION=3.12',
    'FROM $BASE_IMAGE AS build',
    'RUN make /tool',
    'FROM $BASE_IMAGE',
    LINK,
    'COPY --from=build /tool /usr/local/bin/tool',
  ]);
  expect(found.packages.debian).toEqual(['python-is-python3', 'python3-pip', 'jq']);
  expect(found.losses).toEqual([
    '4 changed: python:3.12-slim is replaced by the sandbox image, with the Python of Debian 12.',
    ' changed: The workspace is /workspace; /app is a link to it.',
    '2 changed: debian is replaced by the sandbox image, which is a Debian 12.',
  ]);
});

test('nothing is copied from other images, and each step that would is left out with its line', () => {
  const text = `FROM golang:1.23 AS build
RUN go build -o /tool
FROM private AS Middle
FROM middle AS top
COPY --from=build /tool /tool
FROM ubuntu
WORKDIR /app
COPY --from=build /tool /usr/local/bin/tool
COPY --from=private:1 /secret /etc/secret
COPY --from=1 /secret /app/secret
copy --fr\\
om=top /tool /usr/local/bin/tool
RUN --mount=type=bind,from=private,target=/x cat /x/secret >/etc/secret
ADD https://example.com/tool /usr/local/bin/tool
COPY tool.sh /usr/local/bin/
`;
  const found = translated(text, { context: [textFile('tool.sh', 'true\n')] });
  expect(found.dockerfile).toEqual([
    ...['ARG BASE_IMAGE', 'FROM $BASE_IMAGE', LINK, 'WORKDIR /app', 'COPY tool.sh /usr/local/bin/'],
  ]);
  const left = found.losses.flatMap(
    (loss) => loss.match(/^\d+ incomplete: This is left out: .*?\.(?= |$)/) ?? [],
  );
  const notAbove = (name: string) => `expected --from to name a stage above, found "${name}".`;
  const notBase = (name: string) =>
    `expected FROM $BASE_IMAGE, FROM scratch or FROM a stage above, found "FROM ${name}".`;
  expect(left.map((loss) => loss.replace(' incomplete: This is left out', ''))).toEqual([
    `1: ${notBase('golang:1.23')}`,
    `3: ${notBase('private')}`,
    `4: ${notBase('middle')}`,
    `8: ${notAbove('build')}`,
    `9: ${notAbove('private:1')}`,
    `10: ${notAbove('middle')}`,
    `11: ${notAbove('top')}`,
    '13: expected no flag of RUN, found "--mount=type=bind,from=private,target=/x".',
    expect.stringMatching(/^14: expected ADD of files beside the Dockerfile/),
  ]);
});

test('stages are copied from by name, whatever they were called, and those that nothing needs are left out', () => {
  const text = `FROM debian AS unused
RUN one
FROM ubuntu
RUN --mount=type=cache,target=/root/.cache two
FROM ubuntu AS Base
RUN three
FROM base AS more
RUN four
FROM base
COPY --from=1 --chown=0 /two /opt/two
COPY --from=More /four /opt/four
`;
  expect(translated(text).dockerfile).toEqual([
    'ARG BASE_IMAGE',
    ...['FROM $BASE_IMAGE AS stage-1', 'RUN two'],
    ...['FROM $BASE_IMAGE AS base', 'RUN three'],
    ...['FROM base AS more', 'RUN four'],
    ...['FROM $BASE_IMAGE', 'RUN three'],
    'COPY --from=stage-1 --chown=0 /two /opt/two',
    'COPY --from=more /four /opt/four',
  ]);
});

test.each([
  'FROM debian\nCOPY --from=private / /etc/x\nONBUILD COPY --from=private / /\nRUN cat <<END\nFROM private\nEND\n',
  '# escape=`\nFROM debian AS a\nCOPY --fr`\nom=private / /\nFROM debian\nCOPY --from=a / /x\nRUN a `\n  b\nCOPY c \\\n',
  'ARG X=private\nFROM $X AS a\nFROM $X AS b\nFROM debian\nCOPY --from=a / /x\nCOPY --from=$X / /y\nRUN (a)\n',
  'FROM debian AS 1\nFROM debian AS a$X\nFROM debian\nCOPY --from=1 / /x\nCOPY --from=a$X / /y\nRUN (a)\n',
  `${'FROM debian\n'.repeat(101)}RUN (a)\n`,
])('whatever %j is imported as can be built', (text) => {
  const { environment } = imageFrom(text);
  const content = environment.find(({ path }) => path === 'Dockerfile')?.content;
  if (content !== undefined)
    expect(confineDockerfile('Dockerfile', content)).not.toMatch(/(?:from\s|from=)private/i);
  expect(translated(text).losses.some((loss) => / incomplete: /.test(loss))).toBe(true);
});

test('here-documents of RUN stay as they are, without caches, and put no skill into the image', () => {
  const text = `FROM debian
RUN --mount=type=cache,target=/var/cache/apt <<EOF
apt-get install -y jq
EOF
RUN python3 - <<'PY'
print("made")
PY
RUN <<EOF
cp -r /tmp/skills/pdf /root/.claude/skills/
EOF
`;
  const skills = [textFile('skills/pdf/SKILL.md', 'x')];
  const found = translated(text, { skills, workdir: '/workspace' });
  expect(found.dockerfile?.slice(2)).toEqual([
    ...['RUN <<EOF', 'apt-get install -y jq', 'EOF'],
    ...["RUN python3 - <<'PY'", 'print("made")', 'PY'],
  ]);
  expect(found.losses).toEqual([
    '1 changed: debian is replaced by the sandbox image, which is a Debian 12.',
    expect.stringMatching(/^8 changed: This puts the skill in place/),
  ]);
});

test('a base image that is not known is a loss, and the rest is taken all the same', () => {
  const found = translated('FROM ghcr.io/someone/tools:1\nRUN apt-get install -y jq\n');
  expect(found.packages.debian).toEqual(['jq']);
  expect(found.losses[0]).toMatch(/^1 incomplete: ghcr\.io\/someone\/tools:1 cannot be used: /);
});

test.each(['/', '/etc', '/usr/local', '/home/agent', '/proc/self', '/app; rm -rf /', '/tmp/x'])(
  'the folder %s is never replaced by a link',
  (workdir) => {
    const found = translated('FROM debian\n', { workdir });
    expect(found.dockerfile).toBeNull();
    expect(found.losses.at(-1)).toMatch(/cannot be a link to it\.$/);
  },
);

test('a command that waits is no loss, and one that serves is', () => {
  const losses = (line: string) =>
    translated(`FROM debian\nWORKDIR /app\n${line}\n`).losses.filter((loss) => / dropped: /.test(loss));
  expect(losses('CMD ["sleep", "infinity"]')).toEqual([]);
  expect(losses('CMD ["/bin/bash"]')).toEqual([]);
  expect(losses('CMD ["python", "server.py"]')).toEqual([
    '3 dropped: CMD has no effect: the image starts nothing by itself.',
  ]);
});

test('sources and destinations that lead out of their folders copy nothing into the workspace', () => {
  const text = 'FROM debian\nWORKDIR /app\nCOPY ../../etc/passwd /app/\nCOPY in.txt ../../../etc/in.txt\n';
  const found = translated(text, { context: [textFile('in.txt', 'a')] });
  expect(found.workspace).toEqual({});
  expect(found.losses).toContain('3 incomplete: COPY finds none of its files.');
});

test.each([
  ['lines that go on for ever', `FROM debian\nRUN ${'a \\\n'.repeat(50_000)}`],
  ['here-documents without end', `FROM debian\n${'COPY <<A /a\n'.repeat(50_000)}`],
  ['many short here-documents', `FROM debian\n${'COPY <<A /a\nA\n'.repeat(50_000)}`],
  ['quotes without end', `FROM debian\nRUN ${'"\\'.repeat(100_000)}`],
  ['nothing but operators', `FROM debian\nRUN ${'&&||;'.repeat(50_000)}`],
  ['many stages', 'FROM a AS a\n'.repeat(5000)],
])('%s are read', (_, text) => {
  expect(translated(text).losses.length).toBeGreaterThan(0);
});
