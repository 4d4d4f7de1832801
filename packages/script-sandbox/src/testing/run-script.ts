import type { JsonValue } from '@errand/foundation';
import type { ScriptSandbox } from '../create-script-sandbox.ts';
import type { ScriptHost, ScriptJob, ScriptRun } from '../script-job.ts';

export interface Told extends Partial<ScriptRun> {
  readonly lines: readonly string[];
  readonly calls: readonly { readonly method: string; readonly params: unknown }[];
}

interface Options extends Partial<Omit<ScriptJob, 'source'>> {
  readonly call?: ScriptHost['call'];
  readonly signal?: AbortSignal;
}

/** Runs a script with a recorder of its calls in place of a page. */
export async function runScript(
  sandbox: ScriptSandbox,
  source: string,
  { call, signal = new AbortController().signal, ...job }: Options = {},
): Promise<Told> {
  const lines: string[] = [];
  const calls: { method: string; params: unknown }[] = [];
  const host: ScriptHost = {
    onPrint: (line) => lines.push(line),
    async call(method, params, callSignal): Promise<JsonValue | undefined> {
      calls.push({ method, params });
      if (call) return call(method, params, callSignal);
      return method === 'context.current_page' ? 'p1' : null;
    },
  };
  const empty = { inputParameters: {}, variables: {}, uniqueParameters: {}, state: {} };
  const whole = {
    gives: ['page'],
    placeholders: [],
    callTimeoutMs: 1000,
    ...empty,
    ...job,
  } as const;
  const run = await sandbox.run({ ...whole, source }, host, signal);
  return { ...run, lines, calls };
}
