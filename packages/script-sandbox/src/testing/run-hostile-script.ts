import { readFileSync } from 'node:fs';
import { formatValue } from '@errand/expressions';
import type { ScriptSandbox } from '../create-script-sandbox.ts';
import { listDescendants } from '../process/measure-usage.ts';
import type { HostileScript } from './hostile-scripts.ts';
import { runScript } from './run-script.ts';

export interface HostileOutcome {
  /** `denied`, what succeeded, or the class of the error. */
  readonly outcome: string;
  readonly message: string;
  readonly durationMs: number;
  /** Number of processes left behind. */
  readonly left: number;
}

/** `port` is a port on which the host listens. */
export async function runHostileScript(
  sandbox: ScriptSandbox,
  { source, code }: HostileScript,
  port: number,
): Promise<HostileOutcome> {
  const before = new Set(listDescendants(process.pid));
  const startedAt = performance.now();
  const timeoutSeconds = code === 'script_timeout' ? 2 : undefined;
  const placed = source
    .replaceAll('LISTENER', String(port))
    .replaceAll('WORKER', String(process.pid));
  const ended = await end(sandbox, placed, timeoutSeconds);
  const durationMs = performance.now() - startedAt;
  const left = listDescendants(process.pid).filter(
    (pid) => !before.has(pid) && !isOfBrowser(pid),
  ).length;
  return { ...ended, durationMs, left };
}

/** Of the browser that the test files of a process share: it starts processes at any time. */
function isOfBrowser(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('chrom');
  } catch {
    // It has just ended, so it was not left behind.
    return true;
  }
}

async function end(sandbox: ScriptSandbox, source: string, timeoutSeconds: number | undefined) {
  try {
    const { value = null, error } = await runScript(sandbox, source, { timeoutSeconds });
    if (error) throw error;
    const isTold = value !== null && typeof value === 'object' && 'outcome' in value;
    const outcome = formatValue(isTold ? (value['outcome'] ?? null) : value);
    return { outcome, message: '' };
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error;
    return { outcome: String(error.code), message: error.message };
  }
}
