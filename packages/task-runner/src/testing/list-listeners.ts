import { execFileSync } from 'node:child_process';

/**
 * Returns the TCP addresses that a process and its descendants listen on, such as
 * `127.0.0.1:40123`.
 */
export function listListeners(processId: number | undefined): string[] {
  if (processId === undefined) throw new Error('The process was not started.');
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const family = (id: number): number[] => [id, ...(children.get(id) ?? []).flatMap(family)];
  const own = family(processId).map((id) => `pid=${id},`);
  return execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => own.some((id) => line.includes(id)))
    .map((line) => line.split(/\s+/)[3] ?? '');
}
