import { readCpuMs } from '../../bench/process-tree.ts';

/** Processor time of this process and all that it started, in milliseconds. */
export function readTreeCpuMs(): number {
  for (;;) {
    try {
      return readCpuMs(process.pid);
    } catch (error) {
      // A process that ended between two reads: now its parent has its time.
      if (!(Error.isError(error) && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
