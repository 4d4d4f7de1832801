/** What a sandboxed program may use. */
export interface ProcessLimits {
  /** Resident memory of all its processes together, in MiB; a Python process may address no more either. */
  readonly memoryMb: number;
  /** Processor time of all its processes together, in seconds. */
  readonly cpuSeconds: number;
  /** Processes and threads at once. */
  readonly processes: number;
  /** Private files, all together, in MiB: they are in memory. */
  readonly filesMb: number;
  /** How many private files and directories there may be: each takes memory of the kernel, whatever its size. */
  readonly fileCount: number;
  /** What may be printed before the program is ended, in bytes. */
  readonly outputBytes: number;
  /** Whether memoryMb limits the address space of each process too. Runtimes that reserve much and use little need no. */
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

/** For a process that is ended when the limit was noticed: the kernel's own limit, a little later. */
const cpuGraceSeconds = 2;
const openFiles = 64;

/** Arguments of prlimit. They bind the program inside of the sandbox, so its processes are counted there alone. */
export function prlimitArguments(limits: ProcessLimits, options: { countsProcesses: boolean }) {
  return [
    ...(limits.isAddressSpaceLimited ? [`--as=${limits.memoryMb * 1024 ** 2}`] : []),
    `--cpu=${Math.ceil(limits.cpuSeconds) + cpuGraceSeconds}`,
    `--fsize=${limits.filesMb * 1024 ** 2}`,
    `--nofile=${openFiles}`,
    '--core=0',
    ...(options.countsProcesses ? [`--nproc=${limits.processes}`] : []),
  ];
}
