import { existsSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every architecture that Node runs on. */
const TICK_MS = 10;

/** How often to read again when a child ended during the read. */
const READINGS = 20;

/** Processor time of a process and all its children, including ended ones, in milliseconds. */
export function readCpuMs(processId: number): number {
  return readTree(processId, readTreeCpuMs);
}

/** Proportional set size of a process and its children, in kilobytes: shared pages count once in the sum. */
export function readPssKb(processId: number): number {
  return readTree(processId, readTreePssKb);
}

/** Throws when the process itself is gone. */
function readTree(processId: number, read: (processId: number) => number): number {
  for (let left = READINGS; ; left -= 1) {
    try {
      return read(processId);
    } catch (error) {
      if (left === 0 || !existsSync(`/proc/${processId}`)) throw error;
    }
  }
}

function readTreeCpuMs(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return childrenOf(processId).reduce((sum, child) => sum + readTreeCpuMs(child), own);
}

/** Proportional set size of a process without its children, in kilobytes. */
export function readOwnPssKb(processId: number): number {
  const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]);
}

function readTreePssKb(processId: number): number {
  return childrenOf(processId).reduce(
    (sum, child) => sum + readTreePssKb(child),
    readOwnPssKb(processId),
  );
}

function childrenOf(processId: number): number[] {
  const text = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
