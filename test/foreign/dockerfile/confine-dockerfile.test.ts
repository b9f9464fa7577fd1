import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { confineDockerfile } from '../../../src/foreign/dockerfile/confine-dockerfile.ts';

const HEAD = 'ARG BASE_IMAGE\nFROM $BASE_IMAGE\n';

function confined(text: string): string {
  return confineDockerfile('environment/Dockerfile', new TextEncoder().encode(text));
}

function refusalOf(text: string): string {
  try {
    return `nothing: ${confined(text)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('stages of the same file, on the sandbox image or on nothing, are built', () => {
  const text = `ARG BASE_IMAGE
FROM \${BASE_IMAGE} AS Build
RUN make
FROM scratch AS files
COPY --from=build /made /made
FROM build AS more
FROM $BASE_IMAGE
COPY --chown=0:0 --from=0 /made /usr/local/bin/made
COPY --from=FILES /made /opt/made
ADD data.tar /opt/
`;
  expect(confined(text)).toBe(text);
});

test.each([
  ['COPY --from=private:1 /secret /', 'private:1'],
  ['copy --from=private /secret /', 'private'],
  ['COPY --chown=0 --from=private /secret /', 'private'],
  ['COPY --from=private ["/secret", "/"]', 'private'],
  ['COPY --fr\\\nom=private /secret /', 'private'],
  ['CO\\\n# a comment\n\n  \\\nPY --from=private /secret /', 'CO'],
  ['COPY \\\n--from=private /secret /', 'private'],
  ['COPY --from=debian@sha256:0000 /secret /', 'debian@sha256:0000'],
  ['COPY --from=0 /secret /', '0'],
  ['COPY --from=-1 /secret /', '-1'],
  ['COPY --from= /secret /', ''],
  ['FROM private', 'FROM private'],
  ['from private as x', 'FROM private'],
  ['FROM --platform=linux/amd64 private AS x', 'FROM private'],
  ['FROM pri\\\nvate', 'FROM private'],
  ['FROM 0', 'FROM 0'],
  ['FROM $OTHER', 'FROM $OTHER'],
  [`FROM \${BASE_IMAGE:+private}`, `FROM \${BASE_IMAGE:+private}`],
  [`FROM \${BASE_IMAGE}x`, `FROM \${BASE_IMAGE}x`],
  ['FROM later\nFROM $BASE_IMAGE AS later', 'FROM later'],
])('%j is refused, because it may name any image of the engine', (line, found) => {
  const refusal = refusalOf(`${HEAD}${line}\n${line.startsWith('FROM') ? 'FROM $BASE_IMAGE\n' : ''}`);
  expect(refusal).toMatch(/^environment\/Dockerfile:3: expected /);
  expect(refusal).toContain(`found "${found}"`);
});

test.each([
  ['COPY "--from=private" /secret /', null],
  ['COPY --"from"=private /secret /', 'no flag but'],
  ['COPY --fr\\om=private /secret /', 'no flag but'],
  ["COPY --fro'm=private' /secret /", 'no flag but'],
  ['COPY -- --from=private /secret /', 'no flag but'],
  ['COPY \u00a0--from=private /secret /', 'found "private"'],
  ['COPY --chown=0 \u00a0--from=private /secret /', 'found "private"'],
  ['COPY \u0085--from=private /secret /', 'read differently'],
  ['COPY --chown=0\u000b--from=private /secret /', 'read differently'],
  ['RUN --mount=from=private,target=/x cat /x/secret', 'no flag of RUN'],
  ['RUN --mount=type=bind,from=private,target=/x cat /x/secret', 'no flag of RUN'],
  ['RUN --mount=type=cache,id=gomod,target=/x cat /x/secret', 'no flag of RUN'],
  ['RUN --mount=type=secret,id=npmrc cat /run/secrets/npmrc', 'no flag of RUN'],
  ['RUN --mount=type=ssh ssh-add -L', 'no flag of RUN'],
  ['RUN --network=host curl http://127.0.0.1', 'no flag of RUN'],
  ['RUN --security=insecure mount', 'no flag of RUN'],
  ['ADD http://169.254.169.254/token /token', 'the engine itself would fetch it'],
  ['ADD ["http:\\u002f/127.0.0.1/", "/x"]', 'the engine itself would fetch it'],
  ['ADD git@example.com:a/b.git /x', 'the engine itself would fetch it'],
  ['ADD $WHERE /x', 'the engine itself would fetch it'],
  ['ADD --keep-git-dir a /x', 'no flag but'],
  ['ONBUILD COPY --from=private /secret /', 'found "ONBUILD"'],
  ['HEALTHCHECK CMD true', 'found "HEALTHCHECK"'],
  ['VOLUME /data', 'found "VOLUME"'],
  ['INCLUDE other', 'found "INCLUDE"'],
  ['RUN <<END\nFROM private', 'here-document'],
  ['RUN echo "<<END"\nFROM private\nEND', 'here-document'],
  ['RUN cat <<ONE <<TWO\nFROM private\nONE\nTWO', 'here-document'],
  ['RUN cat <<END; true\nFROM private\nEND', 'here-document'],
  ['RUN cat # <<END\nFROM private\nEND', 'here-document'],
  ['RUN echo $((1 <<END))\nFROM private\nEND', 'here-document'],
  ['RUN ["cat", "<<END"]\nFROM private\nEND', 'here-document'],
  [`RUN <<END\n${'x'.repeat(64 * 1024)}\nEND`, 'here-document'],
  ['RUN --mount=from=private,target=/x <<END\ncat /x/secret\nEND', 'no flag of RUN'],
  ['COPY <<"E N D" /x\nFROM private\nE N D', 'here-document'],
  ['RUN a\u2028FROM private', 'read differently'],
  ['RUN a\rFROM private', 'read differently'],
])('%j', (line, expected) => {
  const refusal = refusalOf(`${HEAD}${line}\n`);
  if (expected === null) expect(refusal).toMatch(/^nothing: /);
  else expect(refusal).toMatch(/^environment\/Dockerfile:3: expected /);
  expect(refusal).toContain(expected ?? '');
});

test.each([
  'FROM $BASE_IMAGE\n',
  'ARG OTHER\nFROM $BASE_IMAGE\nARG BASE_IMAGE\n',
  'ARG BASE_IMAGE\n',
  'ARG BASE_IMAGE\nFROM $BASE_IMAGE AS a\nFROM scratch\nCOPY --from=a / /\n',
  'ARG BASE_IMAGE\nFROM scratch AS a\nFROM a\n',
  '',
])('%j does not stand on the sandbox image', (text) => {
  expect(refusalOf(text)).toMatch(/^environment\/Dockerfile: expected .*FROM \$BASE_IMAGE/);
});

test('the engine gets each instruction on one line, without directives and comments', () => {
  const text = `# syntax=private/frontend:1
# escape=\`
\ufeff${HEAD}
   # a comment
run echo one \`
  # another

  && echo tw\`
o
`;
  expect(confined(text)).toBe('ARG BASE_IMAGE\nFROM $BASE_IMAGE\nRUN echo one   && echo two\n');
});

/** What a shell prints for each instruction behind the first two, which stands on one line, and its exit code. */
function printedBy(text: string): string[] {
  const [, , ...lines] = confined(`${HEAD}${text}`).trimEnd().split('\n');
  return lines.map((line) => {
    const command = line.replace(/^RUN /, '');
    const { stdout, status } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
    return `${stdout}${status}`;
  });
}

test('a here-document of RUN is run as it stands there, from one line that no builder reads otherwise', () => {
  const text = `RUN <<EOF
name=one
echo "$name" 'two
three'
FROM private
false
EOF
RUN <<-"END"
\tset -e
\tcat <<INNER
\tinner $((1 + 1))
\tINNER
\texit 3
\tEND
RUN cat - <<'EOF'
$HOME and
  "quotes"
EOF
RUN name=four; cat <<EOF
$name
EOF
RUN <<EOF
#!/usr/bin/env python3
print("five")
EOF
RUN echo six
`;
  expect(confined(`${HEAD}${text}`)).not.toContain('private');
  expect(printedBy(text)).toEqual([
    'one two\nthree\n1',
    'inner 2\n3',
    '$HOME and\n  "quotes"\n0',
    'four\n0',
    'five\n0',
    'six\n0',
  ]);
});

test('a last character that would continue the line in the file of the engine is refused', () => {
  expect(refusalOf(`# escape=\`\n${HEAD}RUN echo \\\n`)).toMatch(
    /^environment\/Dockerfile:4: .*read differently/,
  );
});

test('a hundred stages are read, and more are refused', () => {
  const stages = (count: number) => `ARG BASE_IMAGE\n${'FROM $BASE_IMAGE\n'.repeat(count)}`;
  expect(confined(stages(100))).toBe(stages(100));
  expect(refusalOf(stages(101))).toMatch(/^environment\/Dockerfile: expected at most 100 stages, found 101/);
});

test('a file in another encoding is refused', () => {
  const content = new Uint8Array([...new TextEncoder().encode(HEAD), 0xff]);
  expect(() => confineDockerfile('environment/Dockerfile', content)).toThrow(/UTF-8/);
});
