import { readCpuMs } from '../../bench/process-tree.ts';

/** Processor time of this process and all its descendants, in milliseconds. */
export function readTreeCpuMs(): number {
  for (;;) {
    try {
      return readCpuMs(process.pid);
    } catch (error) {
      // A process ended between two reads; its parent now has its time.
      if (!(Error.isError(error) && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
