/** A malicious script and its expected outcome. */
export interface HostileScript {
  readonly name: string;
  /** Body of code_fn, or a whole module. */
  readonly source: string;
  /** Expected error class; undefined: the script ends by itself with `denied`. */
  readonly code?: 'script_error' | 'script_limit_exceeded' | 'script_timeout';
  /** Expected message, where several limits might end the script. */
  readonly reason?: RegExp;
}

const body = (source: string) =>
  `import os, socket, sys, time, ctypes\nasync def code_fn(page):\n${source
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;

/** Returns `denied` if every attempt fails, otherwise what succeeded. */
const attempts = (...sources: readonly string[]) =>
  body(
    [
      'done = []',
      ...sources.map(
        (source) =>
          `try:\n    done.append(${JSON.stringify(source)} + " -> " + str(${source})[:80])\nexcept (OSError, ValueError) as error:\n    pass`,
      ),
      'return {"outcome": "; ".join(done) or "denied"}',
    ].join('\n'),
  );

/**
 * Returns `denied` if every system call fails. Each entry has its numbers on x86-64 and on arm64,
 * then the arguments.
 */
const calls = (...made: readonly (readonly [number, number, string])[]) =>
  body(
    [
      'libc = ctypes.CDLL(None, use_errno=True)',
      'column = {"x86_64": 0, "aarch64": 1}[os.uname().machine]',
      'space = ctypes.create_string_buffer(256)',
      `results = [${made.map(([x64, arm64, given]) => `libc.syscall((${x64}, ${arm64})[column], ${given})`).join(', ')}]`,
      'return {"outcome": "denied" if all(r == -1 for r in results) else str(results)}',
    ].join('\n'),
  );

const abstractUnix = String.raw`socket.socket(socket.AF_UNIX).connect("\0/tmp/.X11-unix/X0")`;

/** Limits for these cases; small, so that they are reached quickly. */
export const hostileLimits = { memoryMb: 640, cpuSeconds: 2, seconds: 20 };

export const hostileScripts: readonly HostileScript[] = [
  {
    name: 'fork bomb',
    source: body(
      'children = 0\ntry:\n    while True:\n        if os.fork() == 0:\n            time.sleep(60)\n        children += 1\nexcept BlockingIOError:\n    return {"outcome": "denied" if children < 40 else str(children)}',
    ),
  },
  {
    name: 'fork bomb whose children fork',
    source: body('while True:\n    try:\n        os.fork()\n    except OSError:\n        pass'),
    code: 'script_limit_exceeded',
  },
  { name: 'memory bomb', source: body('x = bytearray(1 << 30)'), code: 'script_error' },
  {
    name: 'memory bomb of many processes',
    source: body(
      'for _ in range(14):\n    if os.fork() == 0:\n        x = bytearray(b"x" * (64 << 20))\n        time.sleep(60)\ntime.sleep(60)',
    ),
    code: 'script_limit_exceeded',
  },
  {
    name: 'filling the private files',
    source: attempts('[open(f"/tmp/{n}", "wb").write(bytes(1 << 20)) for n in range(65)]'),
  },
  {
    name: 'endless private files, all empty',
    source: body('n = 0\nwhile True:\n    open(f"/tmp/{n}", "w").close()\n    n += 1'),
    code: 'script_limit_exceeded',
    reason: /too many files/,
  },
  { name: 'endless loop', source: body('while True: pass'), code: 'script_limit_exceeded' },
  {
    name: 'endless loop at module level',
    source: 'while True: pass',
    code: 'script_limit_exceeded',
  },
  {
    name: 'a chain of busy children for which nobody waits',
    source: body(
      'import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True:\n    if os.fork() == 0:\n        end = time.time() + 0.4\n        while time.time() < end: pass\n        os._exit(0)\n    time.sleep(0.4)',
    ),
    code: 'script_limit_exceeded',
    reason: /processor too busy/,
  },
  {
    name: 'endless asynchronous wait',
    source: body('import asyncio\nwhile True: await asyncio.sleep(3600)'),
    code: 'script_timeout',
  },
  {
    name: 'ignoring signals',
    source: body(
      'import signal\nfor n in (1, 2, 15, 24): signal.signal(n, signal.SIG_IGN)\nwhile True: time.sleep(60)',
    ),
    code: 'script_timeout',
  },
  {
    name: 'reading files of the host',
    source: attempts(
      'open("/etc/passwd").read()',
      'open("/etc/shadow").read()',
      'open("/etc/hostname").read()',
      'os.listdir("/root")',
      'os.listdir("/home")',
      'os.listdir("/var")',
      'open("/proc/1/root/etc/passwd").read()',
      'open("/dev/sda", "rb").read(1)',
      'open("/dev/mem", "rb").read(1)',
    ),
  },
  {
    name: 'reading the environment and memory of others',
    source: body(
      'others = [p for p in os.listdir("/proc") if p.isdigit() and int(p) > 50]\nnames = [k for k in os.environ if k not in ("PATH", "HOME", "LANG", "TERM", "PWD", "LC_CTYPE")]\nreturn {"outcome": "denied" if not others and not names else str((others, names))}',
    ),
  },
  {
    name: 'opening sockets',
    source: attempts(
      'socket.create_connection(("1.1.1.1", 80), 1)',
      'socket.create_connection(("127.0.0.1", LISTENER), 1)',
      'socket.create_connection(("169.254.169.254", 80), 1)',
      'socket.getaddrinfo("example.com", 80)',
      'socket.socket(socket.AF_UNIX).connect("/tmp/.X11-unix/X0")',
      'socket.socket(socket.AF_UNIX).connect("/run/dbus/system_bus_socket")',
      abstractUnix,
      'socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)',
      'socket.socket(socket.AF_PACKET, socket.SOCK_RAW)',
    ),
  },
  {
    name: 'writing outside',
    source: attempts(
      'open("/x", "w")',
      'open("/usr/x", "w")',
      'open("/dev/shm/x", "w")',
      'open("/proc/sys/kernel/core_pattern", "w")',
      'open("/proc/sys/kernel/hostname", "w")',
      'open("/proc/sysrq-trigger", "w")',
      'os.chmod("/usr/bin/python3", 0o4755)',
      'os.symlink("/x", "/usr/lib/x")',
      'os.chroot("/tmp")',
      'os.setuid(0)',
    ),
  },
  {
    name: 'flooding standard output',
    source: body('while True: sys.stdout.write("x" * 65536)'),
    code: 'script_limit_exceeded',
  },
  {
    name: 'flooding standard error',
    source: body('while True: os.write(2, b"x" * 65536)'),
    code: 'script_limit_exceeded',
  },
  {
    name: 'flooding the worker with calls',
    source: body('while True: page._channel.send({"id": 1, "method": "page.url", "params": {}})'),
    code: 'script_timeout',
  },
  {
    name: 'killing parents and everybody',
    source: body(
      'import signal\nfor pid in (os.getppid(), 1, -1):\n    try:\n        os.kill(pid, signal.SIGKILL)\n    except OSError:\n        pass\nreturn {"outcome": "denied"}',
    ),
  },
  {
    name: 'tracing and reading the worker',
    source: body(
      'libc = ctypes.CDLL(None, use_errno=True)\nresults = [libc.ptrace(16, WORKER, 0, 0), libc.syscall(434, WORKER, 0)]\nreturn {"outcome": "denied" if all(r == -1 for r in results) else str(results)}',
    ),
  },
  {
    name: 'mounting and new namespaces through ctypes',
    source: body(
      'libc = ctypes.CDLL(None, use_errno=True)\nresults = [libc.unshare(0x10000000), libc.unshare(0x40000000), libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), libc.umount2(b"/usr", 2), libc.setns(0, 0), libc.syscall(161, b"/tmp")]\nreturn {"outcome": "denied" if all(r == -1 for r in results) else str(results)}',
    ),
  },
  {
    name: 'memory that no process has',
    source: calls(
      [319, 279, '"x", 0'], // memfd_create
      [447, 447, '0'], // memfd_secret
      [29, 194, '0, 1 << 20, 0o1600'], // shmget
      [68, 186, '0, 0o1600'], // msgget
    ),
  },
  {
    name: 'sockets that ignore network namespaces',
    source: attempts(
      'socket.socket(40, socket.SOCK_STREAM)', // AF_VSOCK
      'socket.socket(16, socket.SOCK_RAW)', // AF_NETLINK
      'socket.socket(38, 5)', // AF_ALG
      'socket.socketpair(40, socket.SOCK_STREAM)',
    ),
  },
  {
    name: 'the keys of the worker',
    source: calls([250, 219, '0, -3, 0'], [248, 217, '"user", "x", "y", 1, -3']),
  },
  {
    name: 'large parts of the kernel: io_uring, bpf, perf, userfaultfd',
    source: calls(
      [425, 425, '1, space'],
      [321, 280, '0, 0, 0'],
      [298, 241, 'space, 0, -1, -1, 0'],
      [323, 282, '1'],
    ),
  },
  {
    name: 'new namespaces by clone',
    source: calls([56, 220, '0x10000000 | 17, 0, 0, 0, 0'], [435, 435, 'space, 88']),
  },
  {
    name: 'writing to a process without a filter',
    source: body(
      'alone = [p for p in os.listdir("/proc") if p.isdigit()] == [str(os.getpid())]\nfilters = open("/proc/self/status").read().split("Seccomp:")[1].split()[0]\nreturn {"outcome": "denied" if alone and filters == "2" else str((alone, filters))}',
    ),
  },
  {
    name: 'descriptors of the worker',
    source: body(
      'import stat\nnames = [int(fd) for fd in os.listdir("/proc/self/fd")]\nkinds = [stat.S_ISSOCK(os.fstat(fd).st_mode) for fd in names if fd < 4]\nbeyond = [os.readlink(f"/proc/self/fd/{fd}") for fd in names if fd > 3 and os.path.lexists(f"/proc/self/fd/{fd}")]\nstrange = [name for name in beyond if not name.startswith(("socket:", "anon_inode:"))]\nreturn {"outcome": "denied" if all(kinds) and len(beyond) < 5 and not strange else str((kinds, beyond))}',
    ),
  },
  {
    name: 'what the kernel reveals about the machine',
    source: attempts(
      'open("/proc/cmdline").read()',
      'open("/proc/keys").read()',
      'open("/proc/kallsyms").read()',
    ),
  },
  {
    name: 'leaving a process behind',
    source: body(
      'if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(3600)\n    os._exit(0)\nreturn {"outcome": "denied"}',
    ),
  },
  {
    name: 'returning a huge value',
    source: body('return {"x": "y" * (20 << 20)}'),
    code: 'script_error',
  },
  {
    name: 'returning a deep value',
    source: body('x = {}\nfor _ in range(5000): x = {"x": x}\nreturn x'),
    code: 'script_error',
  },
  {
    name: 'deep JSON as a frame',
    source: body(
      'payload = b"[" * 1000000\nos.write(3, len(payload).to_bytes(4, "big") + payload)\ntime.sleep(60)',
    ),
    code: 'script_error',
  },
  {
    name: 'a frame of four gigabytes',
    source: body(String.raw`os.write(3, b"\xff\xff\xff\xff")` + '\ntime.sleep(60)'),
    code: 'script_error',
  },
  {
    name: 'a frame that is not JSON',
    source: body(String.raw`os.write(3, b"\0\0\0\x02}{")` + '\ntime.sleep(60)'),
    code: 'script_error',
  },
  {
    name: 'a frame of the wrong shape',
    source: body(String.raw`os.write(3, b"\0\0\0\x02[]")` + '\ntime.sleep(60)'),
    code: 'script_error',
  },
  {
    name: 'closing the channel',
    source: body('os.close(3)\ntime.sleep(60)'),
    code: 'script_timeout',
  },
  { name: 'ending its process', source: body('os._exit(0)'), code: 'script_error' },
];
