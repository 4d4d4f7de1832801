import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { createCallFilter } from './call-filter.ts';
import { prlimitArguments, type ProcessLimits } from './process-limits.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/**
 * The user nobody, inside and outside: the kernel does not count root's processes, and root may
 * write to /proc/sys.
 */
const NOBODY = 65534;
const callFilter = createCallFilter(process.arch);
export const hasCallFilter = callFilter !== undefined;

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  /** Host directories mounted read-only besides /usr. */
  readonly directories?: readonly string[];
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /**
   * What to kill to end everything: the only child (first process of the sandbox) or the process
   * group.
   */
  readonly root: 'child' | 'group';
  /** Must be written to file descriptor 4, which must then be closed. */
  readonly callFilter?: Buffer | undefined;
}

/**
 * Returns the command that runs a program in bubblewrap: no network, no host processes or files
 * except a read-only /usr, a private /tmp, and only the system calls that the filter allows. It
 * gets file descriptor 3 and the three standard ones.
 */
export function sandboxedCommand(
  { file, args, limits, directories = [] }: Program,
  parts: SandboxParts,
): Command {
  const inside = ['prlimit', ...prlimitArguments(limits, { countsProcesses: true }), '--'];
  const bwrap = [
    // Runs as the first process: otherwise bubblewrap's own would have no filter and could be
    // written to.
    'bwrap --unshare-all --unshare-user --die-with-parent --new-session --as-pid-1',
    ...(parts.has('disable-userns') ? ['--disable-userns'] : []),
    `--cap-drop ALL --uid ${NOBODY} --gid ${NOBODY}`,
    ...(parts.has('hostname') ? ['--hostname sandbox'] : []),
    '--clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8',
    '--setenv TERM dumb',
    ...systemDirectories(),
    '--dev /dev --remount-ro /dev',
    // The surrounding /proc would show the worker's processes.
    ...(parts.has('proc') ? ['--proc /proc', ...hiddenFiles()] : ['--dir /proc']),
    `--size ${limits.filesMb * 1024 ** 2} --tmpfs /tmp --chdir /tmp`,
  ].flatMap((part) => part.split(' '));
  const bound = directories.flatMap((directory) => ['--ro-bind', directory, directory]);
  // Must come last: before it, the root is a writable in-memory file system.
  const closed = [...(callFilter ? ['--seccomp', '4'] : []), '--remount-ro', '/', '--'];
  const command = [...asNobody(), ...bwrap, ...bound, ...closed, ...inside, file, ...args];
  return { ...split(command, 'child'), callFilter };
}

/**
 * Returns the command that runs a program unsandboxed, with the limits that apply to a single
 * process. The caller has checked that this is allowed.
 */
export function unsandboxedCommand({ file, args, limits }: Program): Command {
  const bound = ['prlimit', ...prlimitArguments(limits, { countsProcesses: false }), '--'];
  return split(['setpriv', '--pdeathsig', 'KILL', '--', ...bound, file, ...args], 'group');
}

function split([file = '', ...args]: readonly string[], root: Command['root']): Command {
  return { file, args, root };
}

function asNobody(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
}

/** Returns files that expose details of the machine that no script needs. */
function hiddenFiles(): readonly string[] {
  return ['cmdline', 'kallsyms', 'kcore', 'key-users', 'keys', 'sched_debug', 'timer_list']
    .map((name) => `/proc/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => `--ro-bind /dev/null ${path}`);
}

/**
 * Returns /usr, plus /bin, /sbin, /lib and /lib64 as the system has them: links into /usr, or
 * directories.
 */
function systemDirectories(): readonly string[] {
  const merged = ['/bin', '/sbin', '/lib', '/lib64'].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return found.isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
  const configuration = ['/etc/alternatives', '/etc/ld.so.cache'];
  const bound = configuration.flatMap((path) => ['--ro-bind-try', path, path]);
  return ['--ro-bind', '/usr', '/usr', ...merged, ...bound];
}
