import { readdirSync, readFileSync } from 'node:fs';

/**
 * Command lines of all other processes that name `marker` in their arguments or their environment.
 */
export function findProcesses(marker: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({
      pid,
      commandLine: readProcessFile(pid, 'cmdline'),
      environment: readProcessFile(pid, 'environ'),
    }))
    .filter(({ commandLine, environment }) => `${commandLine}\0${environment}`.includes(marker))
    .map(({ pid, commandLine }) => `${pid} ${commandLine.replaceAll('\0', ' ').trim()}`);
}

/** Empty if the process has ended. */
function readProcessFile(pid: string, name: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
