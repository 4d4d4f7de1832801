/** Resource limits of a sandboxed program. */
export interface ProcessLimits {
  /**
   * Resident memory of all its processes together, in MiB; also the address space limit of a Python
   * process.
   */
  readonly memoryMb: number;
  /** CPU time of all its processes together, in seconds. */
  readonly cpuSeconds: number;
  /** Concurrent processes and threads. */
  readonly processes: number;
  /** Total size of private files, in MiB; they are kept in memory. */
  readonly filesMb: number;
  /** Number of private files and directories: each takes kernel memory, whatever its size. */
  readonly fileCount: number;
  /** Bytes of output before the program is ended. */
  readonly outputBytes: number;
  /**
   * Whether memoryMb also limits the address space of each process. Off for runtimes that reserve
   * much and use little.
   */
  readonly isAddressSpaceLimited: boolean;
}

export const defaultProcessLimits: ProcessLimits = {
  memoryMb: 512,
  cpuSeconds: 60,
  processes: 32,
  filesMb: 64,
  fileCount: 10_000,
  outputBytes: 4 * 1024 ** 2,
  isAddressSpaceLimited: true,
};

/** The kernel's own limit acts a little later than the worker's check. */
const CPU_GRACE_SECONDS = 2;
const OPEN_FILES = 64;

/**
 * Returns prlimit's arguments. They apply inside the sandbox, so only its processes are counted.
 */
export function prlimitArguments(limits: ProcessLimits, options: { countsProcesses: boolean }) {
  return [
    ...(limits.isAddressSpaceLimited ? [`--as=${limits.memoryMb * 1024 ** 2}`] : []),
    `--cpu=${Math.ceil(limits.cpuSeconds) + CPU_GRACE_SECONDS}`,
    `--fsize=${limits.filesMb * 1024 ** 2}`,
    `--nofile=${OPEN_FILES}`,
    '--core=0',
    ...(options.countsProcesses ? [`--nproc=${limits.processes}`] : []),
  ];
}
