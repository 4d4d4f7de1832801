/** System call numbers of one architecture. */
export interface Machine {
  /** The kernel's AUDIT_ARCH value. */
  readonly audit: number;
  readonly calls: Readonly<Record<CallName | 'clone' | 'clone3' | 'socket' | 'socketpair', number>>;
}

/** Calls denied to all scripts, with their numbers on x86-64 and on arm64. */
const denied = {
  // Memory outside any process, which nothing would count.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  mq_open: [240, 180],
  msgget: [68, 186],
  semget: [64, 190],
  shmget: [29, 194],
  // The worker's keys, which are inherited regardless of the user id.
  add_key: [248, 217],
  keyctl: [250, 219],
  request_key: [249, 218],
  // Other processes.
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  // Large kernel attack surfaces behind a single call, with a history of vulnerabilities.
  bpf: [321, 280],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  move_pages: [279, 239],
  perf_event_open: [298, 241],
  remap_file_pages: [216, 234],
  userfaultfd: [323, 282],
  // File systems, namespaces and the machine: also denied by missing capabilities.
  acct: [163, 89],
  chroot: [161, 51],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  pivot_root: [155, 41],
  quotactl: [179, 60],
  reboot: [169, 142],
  setns: [308, 268],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
} as const;

type CallName = keyof typeof denied;

const names = Object.keys(denied) as CallName[];

/** Keyed by `process.arch`. */
export const machines: Readonly<Record<string, Machine>> = {
  x64: describe(0, 0xc000_003e, { clone: 56, clone3: 435, socket: 41, socketpair: 53 }),
  arm64: describe(1, 0xc000_00b7, { clone: 220, clone3: 435, socket: 198, socketpair: 199 }),
};

export function deniedCalls({ calls }: Machine): readonly number[] {
  return names.map((name) => calls[name]);
}

function describe(
  column: 0 | 1,
  audit: number,
  examined: Omit<Machine['calls'], CallName>,
): Machine {
  const numbers = Object.fromEntries(names.map((name) => [name, denied[name][column]]));
  return { audit, calls: { ...(numbers as Record<CallName, number>), ...examined } };
}
