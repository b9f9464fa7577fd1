# Runs a grader's command in a grading sandbox, and as the agent's user whatever the command gives to
# `as-agent`. It is root with the right to become other users and no other capability: neither of the two
# users can end this process, and only the grader's can reach its socket.
# Usage: python3 -IS grade.py, with the command on the input.
import contextlib
import json
import os
import pwd
import selectors
import signal
import socket
import stat
import sys
import time

# Every sandbox has its own ids for them.
AGENT, GRADER = (pwd.getpwnam(name).pw_uid for name in ("agent", "grader"))
# Owns nothing and runs nothing. See `acting_as`.
NOBODY = 10003
SOCKET = "/run/assay/as-agent"
# The exit code with which `as-agent` reports that it could not do its part.
NOT_RUN = 125
WRITABLE_BY_AGENT = ("/workspace", "/tmp", "/home/agent")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
DYING_LIMIT = 30.0

# Besides, what the image itself has in its environment, as the agent had it. No agent can change that.
AGENT_ENV = {
    **os.environ,
    **{"PATH": SYSTEM_PATH, "SHELL": "/bin/bash"},
    **{"HOME": "/home/agent", "USER": "agent", "LOGNAME": "agent"},
}
# The command starts in the workspace. Nothing in there may influence how a program starts.
GRADER_ENV = {
    **{"PATH": f"/usr/local/lib/assay/bin:{SYSTEM_PATH}", "LANG": "C.UTF-8", "SHELL": "/bin/bash"},
    **{"HOME": "/home/grader", "USER": "grader", "LOGNAME": "grader", "TMPDIR": "/home/grader"},
    # Without the safe path, `python3 -c` and `-m` import from the folder that they start in. It also removes
    # the script's own folder, which is the grader's, so that PYTHONPATH adds it again.
    **{"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "/grade"},
    # The packages of the suite's environment, which nobody can change.
    **{"NODE_PATH": os.environ.get("NODE_PATH", "")},
    **{"NODE_OPTIONS": "", "npm_config_ignore_scripts": "true"},
    # Git refuses a repository of another user, which the workspace's is. These are
    # for graders that override that:
    **{"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_PAGER": "cat"},
    # A replacement, or a graph of commits, says something else about an object than the object does.
    **{"GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/nonexistent"},
    **{"GIT_CONFIG_COUNT": "3", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": "false"},
    **{"GIT_CONFIG_KEY_1": "core.hooksPath", "GIT_CONFIG_VALUE_1": "/dev/null"},
    **{"GIT_CONFIG_KEY_2": "core.commitGraph", "GIT_CONFIG_VALUE_2": "false"},
}
# Any user can read the arguments of any process, but not another user's variables: a grader's command
# often contains what it compares with.
RUN_COMMAND = 'eval "$ASSAY_COMMAND"'

# An owner may have locked itself out of what is open to others, so everything is opened first.
OPEN_FOLDERS = ["-type", "d", "!", "-perm", "-700", "-execdir", "chmod", "u+rwx", "--", "{}", ";"]
NO_FILES = ["!", "-type", "d", "!", "-type", "f"]

calls = {}
# The calls under way whose callers are gone, and the ends that nobody was told yet.
abandoned = set()
ended = []
# The links and pipes of the original workspace, by path; None until they are looked for.
came = None
selector = selectors.DefaultSelector()


@contextlib.contextmanager
def acting_as(user):
    """
    Signals and accesses files as another user without a new process, for which there may be no room. The real
    id is nobody's, so that neither this user's processes can signal this one, nor this one root's.
    """
    os.setresuid(NOBODY, user, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def start(user, argv, cwd, env, streams):
    pid = os.fork()
    if pid == 0:
        become(user, argv, cwd, env, streams)
    return pid


def become(user, argv, cwd, env, streams):
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        if user == AGENT:
            come_last()
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        os.chdir(cwd)
        os.execvpe(argv[0], argv, env)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        os.write(2, f"as-agent: {getattr(error, 'filename', None) or argv[0]}: {reason}\n".encode(errors="replace"))
    finally:
        os._exit(NOT_RUN)


def come_last():
    """Makes the program under test go without when time or memory is short."""
    os.nice(19)
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")


def signal_all(user):
    """Kills every process of the user in a single call, so that no fork escapes it."""
    with contextlib.suppress(ProcessLookupError), acting_as(user):
        os.kill(-1, signal.SIGKILL)


def has_processes(user):
    own = b"\nUid:\t%d\t" % user
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/status", "rb") as status:
                text = status.read()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if own in text and b"\nState:\tZ" not in text:
            return True
    return False


def end_all(user):
    limit = time.monotonic() + DYING_LIMIT
    signal_all(user)
    while has_processes(user):
        if time.monotonic() > limit:
            give_up(f"the processes of user {user} do not end")
        time.sleep(0.005)
        signal_all(user)


def give_up(problem):
    """Fails the command: whatever it made of the problem could be the agent's doing."""
    os.write(2, f"as-agent: {problem}\n".encode())
    signal_all(GRADER)
    os._exit(NOT_RUN)


def tidy_up():
    """
    Runs once no call is under way. Afterwards nothing of the agent's user runs, and only those of its links
    and pipes are left that came with the workspace. Any other link could lead the grader to where the agent
    cannot look, such as the grader's own files. All are deleted, so that no path leads through one, and those
    that came with the workspace are made again.
    """
    end_all(AGENT)
    find_as_agent(OPEN_FOLDERS)
    with acting_as(AGENT):
        kept = [made for made in came if is_there(made)]
    find_as_agent([*NO_FILES, "-delete"])
    with acting_as(AGENT):
        for made in kept:
            make_again(made)


def look_around():
    """Runs before the first call, because until then nothing has changed."""
    global came
    find_as_agent(OPEN_FOLDERS)
    fields = find_as_agent([*NO_FILES, "-printf", "%p\\0%y\\0%m\\0%l\\0"]).split(b"\0")[:-1]
    came = list(zip(*[iter(fields)] * 4))


def is_there(made):
    path, kind, _, target = made
    try:
        return os.readlink(path) == target if kind == b"l" else stat.S_ISFIFO(os.lstat(path).st_mode)
    except OSError:
        return False


def make_again(made):
    """Makes nothing if the folder is gone, which may have been a link itself."""
    path, kind, mode, target = made
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if kind == b"l":
            os.symlink(target, path)
        else:
            os.mkfifo(path, int(mode, 8))


def find_as_agent(expression):
    """Returns the output of `find` over the folders that the agent's user can write to, to any depth."""
    nothing = os.open(os.devnull, os.O_RDWR)
    said, told = os.pipe()
    argv = ["/usr/bin/find", *WRITABLE_BY_AGENT, *expression]
    pid = start(AGENT, argv, "/", AGENT_ENV, [nothing, told, 2])
    os.close(nothing)
    os.close(told)
    with open(said, "rb") as output:
        found = output.read()
    _, status = os.waitpid(pid, 0)
    if status != 0:
        give_up("what the program left in the workspace cannot be tidied up")
    return found


def close_to_grader():
    """
    The engine gives a folder the mode that it has in the image, so that the agent could change a grader's
    file in /tmp.
    """
    with acting_as(AGENT):
        for folder in WRITABLE_BY_AGENT:
            os.chmod(folder, 0o755)


def listen():
    """
    Gives access to the grader's group. This process joins that group to create the socket, because it could
    not change the owner later.
    """
    with contextlib.suppress(FileNotFoundError):
        os.unlink(SOCKET)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    before = os.umask(0o117)
    os.setegid(GRADER)
    listener.bind(SOCKET)
    os.setegid(0)
    os.umask(before)
    listener.listen()
    selector.register(listener, selectors.EVENT_READ, lambda: accept(listener))


def accept(listener):
    connection, _ = listener.accept()
    selector.register(connection, selectors.EVENT_READ, lambda: begin(connection))


def begin(connection):
    selector.unregister(connection)
    message, streams, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    try:
        if len(streams) < 3:
            return connection.close()
        asked = json.loads(message)
        for stream in streams:
            os.set_inheritable(stream, False)
        if came is None:
            look_around()
        pid = start(AGENT, asked["argv"], asked["cwd"], AGENT_ENV, streams)
    except OSError as error:
        connection.send(json.dumps({"exitCode": NOT_RUN, "problem": error.strerror}).encode())
        return connection.close()
    finally:
        for stream in streams:
            os.close(stream)
    calls[pid] = connection
    # If this becomes readable from here on, its caller is gone.
    selector.register(connection, selectors.EVENT_READ, lambda: abandon(pid, connection))


def abandon(pid, connection):
    selector.unregister(connection)
    if pid not in calls:
        return
    abandoned.add(pid)
    with contextlib.suppress(ProcessLookupError), acting_as(AGENT):
        os.killpg(pid, signal.SIGKILL)


def conclude(pid, code):
    """
    Nobody is told of an end while an abandoned call is still dying: whoever is told relies on nothing being left.
    """
    ended.append((calls.pop(pid), code))
    abandoned.discard(pid)
    with contextlib.suppress(ProcessLookupError, PermissionError), acting_as(AGENT):
        os.killpg(pid, signal.SIGKILL)
    if abandoned:
        return
    if not calls:
        tidy_up()
    while ended:
        tell(*ended.pop(0))


def tell(connection, code):
    with contextlib.suppress(KeyError):
        selector.unregister(connection)
    with contextlib.suppress(BrokenPipeError):
        connection.send(json.dumps({"exitCode": code}).encode())
    connection.close()


def reap(grader):
    """Returns the grader's exit code once it has ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if pid == 0:
            return None
        code = os.waitstatus_to_exitcode(status)
        code = code if code >= 0 else 128 - code
        if pid == grader:
            return code
        if pid in calls:
            conclude(pid, code)


def main():
    command = os.fsdecode(sys.stdin.buffer.read())
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    is_over = []
    signal.signal(signal.SIGTERM, lambda *_: is_over.append(True))
    selector.register(woken, selectors.EVENT_READ, lambda: os.read(woken, 4096))
    close_to_grader()
    listen()
    nothing = os.open(os.devnull, os.O_RDONLY)
    argv = ["/bin/bash", "-c", RUN_COMMAND]
    grader = start(GRADER, argv, "/workspace", {**GRADER_ENV, "ASSAY_COMMAND": command}, [nothing, 1, 2])
    code = None
    while code is None and not is_over:
        for key, _ in selector.select():
            if selector.get_map().get(key.fd) is key:
                key.data()
        code = reap(grader)
    for user in (GRADER, AGENT):
        signal_all(user)
    os._exit(NOT_RUN if code is None else code)


main()
