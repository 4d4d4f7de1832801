import type { Call } from '../command/define-command.ts';
import type { Finding } from './finding.ts';

/** Tickets and signed requests tolerate only small differences. */
const MOST_SKEW_SECONDS = 10;

/** Checks whether the server responds, and whether its clock agrees with this machine's. */
export async function checkServer(call: Call, signal: AbortSignal): Promise<Finding[]> {
  const { url } = call.connection();
  const startedAt = Date.now();
  let response: Response;
  try {
    response = await fetch(`${url}/health/live`, {
      signal,
      redirect: 'error',
    });
    await response.arrayBuffer();
  } catch (error) {
    call.terminal.signal.throwIfAborted();
    return [{ name: 'server', outcome: 'failed', detail: explain(error) }];
  }
  const endedAt = Date.now();
  if (!response.ok) {
    const detail = `${url}/health/live returns ${response.status}: is this the URL of a control plane?`;
    return [{ name: 'server', outcome: 'failed', detail }];
  }
  const clock = compareClocks(response.headers.get('date'), (startedAt + endedAt) / 2);
  return [
    { name: 'server', outcome: 'ok', detail: `responds within ${endedAt - startedAt} ms` },
    { name: 'clock', ...clock },
  ];
}

function compareClocks(date: string | null, now: number): Omit<Finding, 'name'> {
  if (date === null) return { outcome: 'skipped', detail: 'The response has no date.' };
  // The header contains whole seconds.
  const skew = (now - Date.parse(date) - 500) / 1_000;
  const seconds = Math.abs(skew).toFixed(1);
  if (Math.abs(skew) <= MOST_SKEW_SECONDS) {
    return { outcome: 'ok', detail: `differs from the server's by ${seconds} s or less` };
  }
  const detail = `This machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the server: correct one of the clocks.`;
  return { outcome: 'warning', detail };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? error.cause.message : '';
  return `No response (${reason || error.message}): check the URL, the network and whether the server runs.`;
}
