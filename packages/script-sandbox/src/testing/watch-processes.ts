import { readFileSync } from 'node:fs';
import { listDescendants } from '../process/measure-usage.ts';

/**
 * Returns a function that lists the processes started since this call that are still running.
 */
export function watchProcesses(): () => readonly number[] {
  const before = new Set(listDescendants(process.pid));
  return () => listDescendants(process.pid).filter((pid) => !before.has(pid) && !isOfBrowser(pid));
}

/**
 * Returns whether a process belongs to the browser that test files share, whose processes start and
 * end at any time.
 */
function isOfBrowser(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('chrom');
  } catch {
    // The process has just ended, so it was not left behind.
    return true;
  }
}
