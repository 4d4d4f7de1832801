import { formatValue } from '@errand/expressions';
import type { ScriptSandbox } from '../create-script-sandbox.ts';
import type { HostileScript } from './hostile-scripts.ts';
import { runScript } from './run-script.ts';
import { watchProcesses } from './watch-processes.ts';

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
  const listNew = watchProcesses();
  const startedAt = performance.now();
  const timeoutSeconds = code === 'script_timeout' ? 2 : undefined;
  const placed = source
    .replaceAll('LISTENER', String(port))
    .replaceAll('WORKER', String(process.pid));
  const ended = await end(sandbox, placed, timeoutSeconds);
  const durationMs = performance.now() - startedAt;
  return { ...ended, durationMs, left: listNew().length };
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
