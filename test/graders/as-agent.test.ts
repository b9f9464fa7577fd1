import { describe, expect, test } from 'vitest';
import { gradingInDocker } from './grading.ts';

const { judge, judgeAll } = gradingInDocker();

const ANSWER = { 'answer.txt': '42\n' };

describe('as-agent runs a program in the workspace', () => {
  test('in the grader’s folder, with its input, output, errors and exit code', async () => {
    const workspace = { 'sub/double.py': 'import sys\nprint(2 * int(input()))\nsys.exit("done")\n' };
    const command =
      'cd sub && echo 21 | as-agent python3 double.py 2>"$TMPDIR/errors"; echo $?; cat "$TMPDIR/errors"';
    expect(await judge(command, { workspace })).toBe('exit code 0: 42\n1\ndone');
  });

  test('with its arguments unchanged, whatever bytes they contain', async () => {
    expect(await judge(`as-agent printf '%s|' 'a b' '' '*' $'\\xff' | od -An -c | tr -s ' '`)).toContain(
      'a b | | * | 377 |',
    );
  });

  test('with an input and an output larger than any pipe', async () => {
    expect(await judge('head -c 5000000 /dev/zero | as-agent cat | wc -c')).toBe('exit code 0: 5000000');
    expect(await judge('as-agent cat <"$(command -v python3)" | cmp - "$(command -v python3)"')).toBe(
      'exit code 0',
    );
  });

  test('in a dialogue', async () => {
    const workspace = { 'echo.py': 'while True:\n  print("so " + input(), flush=True)\n' };
    const dialogue = `
import subprocess
program = subprocess.Popen(["as-agent", "python3", "/workspace/echo.py"], stdin=-1, stdout=-1, text=True, bufsize=1)
for word in ["one", "two"]:
    program.stdin.write(word + "\\n")
    print(program.stdout.readline().strip())
program.kill()
`;
    expect(await judge('python3 /grade/check.py', { workspace, grade: { 'check.py': dialogue } })).toBe(
      'exit code 0: so one\nso two',
    );
  });

  test('in the background: a server answers until its call ends', async () => {
    const command = `
      echo hello >page
      as-agent python3 -m http.server 8000 >/dev/null 2>&1 & server=$!
      until curl --silent --fail http://127.0.0.1:8000/page; do :; done
      as-agent cat page
      kill $server; wait $server
      curl --silent http://127.0.0.1:8000/page || echo gone`;
    const workspace = { page: 'hello\n' };
    expect(await judge(command.replace('echo hello >page', ''), { workspace })).toBe(
      'exit code 0: hello\nhello\ngone',
    );
  });

  test('a missing program is reported with an exit code of its own', async () => {
    expect(await judge('as-agent ./missing')).toBe(
      'exit code 125: as-agent: ./missing: No such file or directory',
    );
    expect(await judge('as-agent')).toMatch(/^exit code 125: as-agent: which program\?/);
  });

  test('the signal that ended a program is reported as a shell does it', async () => {
    expect(await judge("as-agent bash -c 'kill -9 $$'")).toBe('exit code 137');
  });
});

describe('the program under test cannot interfere:', () => {
  const asProgram = (command: string) => `as-agent bash -c '${command}' 2>&1`;

  test('it runs as a different user from the grader, without groups or privileges', async () => {
    expect(await judge('id -un; as-agent id -un; as-agent id -Gn')).toBe('exit code 0: grader\nagent\nagent');
    expect(await judge(asProgram('grep -E "^Cap(Prm|Eff|Inh|Amb)" /proc/self/status | cut -f2 | uniq'))).toBe(
      'exit code 0: 0000000000000000',
    );
    expect(await judge('grep -E "^Cap(Prm|Eff|Inh|Amb)" /proc/self/status | cut -f2 | uniq')).toBe(
      'exit code 0: 0000000000000000',
    );
  });

  test('it cannot see the grading files, although the grader can', async () => {
    const command = `cat /grade/answer.txt; ${asProgram('cat /grade/answer.txt; ls /grade; cd /grade')}`;
    const found = await judge(command, { grade: ANSWER });
    expect(found).toMatch(/^exit code 1: 42\n/);
    expect(found.match(/Permission denied/g)).toHaveLength(3);
  });

  test('it sees neither the command of the grader nor its variables', async () => {
    const snoop = asProgram('cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr "\\\\0" " "');
    expect(await judge(`: EXPECTED-42; SECRET=EXPECTED-42 ${snoop}`)).not.toContain('EXPECTED-42');
  });

  test('it cannot read the grader’s open files, or write where the grader writes', async () => {
    const command = `
      exec 7</grade/answer.txt; echo fine >"$TMPDIR/result"
      ${asProgram('cat /proc/[0-9]*/fd/7; echo bad >/home/grader/result; ls /home/grader')}
      cat "$TMPDIR/result"`;
    const found = await judge(command, { grade: ANSWER });
    expect(found).toMatch(/fine$/);
    expect(found).not.toContain('42');
  });

  test('it cannot signal or trace the grader, or the processes of the harness', async () => {
    const command = `for pid in $PPID 1 $(ls /proc | grep "^[0-9]"); do [ $pid = $$ ] || kill -9 $pid; done 2>/dev/null; kill -9 -1`;
    expect(await judge(`${asProgram(command)}; echo "still here"`)).toMatch(/still here$/);
    expect(await judge(`sleep 60 & ${asProgram('strace -p $(pgrep sleep) -o /dev/null')}; echo end`)).toMatch(
      /not permitted.*end$/s,
    );
  });

  test('it cannot request another program, or impersonate what runs it', async () => {
    const connect = `
import socket, os
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
try: s.connect("/run/assay/as-agent")
except OSError as error: print(error.strerror)
try: os.unlink("/run/assay/as-agent")
except OSError as error: print(error.strerror)`;
    const command = 'as-agent python3 connect.py; as-agent echo works';
    expect(await judge(command, { workspace: { 'connect.py': connect } })).toBe(
      'exit code 0: Permission denied\nPermission denied\nworks',
    );
  });

  test('none of its processes outlive the call, whatever they do to escape', async () => {
    const breakOut = `
import os, time
for _ in range(20):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True: os.fork() == 0 and os._exit(0)`;
    const command =
      'as-agent timeout 1 python3 break_out.py 2>/dev/null; pgrep -u agent -c .; as-agent echo again';
    expect(await judge(command, { workspace: { 'break_out.py': breakOut } })).toBe('exit code 0: 0\nagain');
  });

  test('a call whose caller was killed is ended with everything that it started', async () => {
    const command = `timeout 1 as-agent bash -c '(setsid sleep 77 &); sleep 78'; as-agent true; pgrep -c sleep`;
    expect(await judge(command)).toBe('exit code 1: 0');
  });

  test('a program that uses up the memory or the processes is the first to suffer', async () => {
    const memory = 'x = []\nwhile True: x.append(bytearray(1 << 24))\n';
    expect(await judge('as-agent python3 m.py; echo $?', { workspace: { 'm.py': memory } })).toMatch(/137$/);
    const bomb = `as-agent timeout 2 bash -c 'bomb() { bomb | bomb & }; bomb; sleep 5' 2>/dev/null; pgrep -u agent -c .`;
    expect(await judge(bomb)).toMatch(/: 0$/);
  });
});

describe('what the program under test leaves', () => {
  test('consists of files and folders: a link does not lead the grader to the answer', async () => {
    const leave = `
      ln -s /grade/answer.txt out.txt; ln -s /dev/fd/0 in.txt; ln -s /grade folder; mkfifo pipe
      mkdir -p shut/in; ln -s /grade/answer.txt shut/in/out.txt; chmod 055 shut/in shut
      echo right >file; cp file copy`;
    const command = `as-agent bash leave.sh; find . -printf '%y %P\\n' | sort; cmp out.txt /grade/answer.txt`;
    expect(await judge(command, { grade: ANSWER, workspace: { 'leave.sh': leave } })).toBe(
      `exit code 2: d \nd shut\nd shut/in\nf copy\nf file\nf leave.sh\ncmp: out.txt: No such file or directory`,
    );
  });

  test('is invisible to other graders', async () => {
    const [first, second] = await judgeAll([
      'as-agent bash -c "echo cheat >result; echo x >/tmp/left; (setsid sleep 60 &)"; cat result; echo y >"$TMPDIR/mine"',
      'ls /workspace /tmp "$TMPDIR" /home/agent; pgrep sleep',
    ]);
    expect(first?.detail).toBe('exit code 0: cheat');
    expect(second?.detail).toBe('exit code 1: /home/agent:\n\n/home/grader:\n\n/tmp:\n\n/workspace:');
  });
});
