import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readTask, untilEnded } from '../hardened/run-task.ts';
import { type Client, type Row, startSleeper } from './check-tasks.ts';

const TASK_SECONDS = 30;
const BETWEEN_REQUESTS_MS = 200;
/** How long the proxy has to find the new address while requests continue. */
const AFTER_RESTART_MS = 15_000;
const SILENCE_MS = 25_000;
const RESOLVER = '/run/containers/networks/aardvark-dns/aardvark.pid';

/** Restarts one control plane after the other while a task runs and a client polls it. */
export async function checkRestarts(client: Client): Promise<readonly Row[]> {
  const { api, stage } = client;
  const rows: Row[] = [];
  const cases = [
    { replica: 'control-plane_1', isResolverSilent: false },
    { replica: 'control-plane_2', isResolverSilent: false },
    { replica: 'control-plane_1', isResolverSilent: true },
  ];
  for (const { replica, isResolverSilent } of cases) {
    const id = await startSleeper(client, TASK_SECONDS);
    const restarted = new AbortController();
    const asking = askUntil(restarted.signal, () => readTask(api, id));
    const silence = isResolverSilent ? silenceResolver() : undefined;
    await stage.podman('restart', '--time', '60', stage.nameOf(replica));
    await delay(AFTER_RESTART_MS);
    await silence;
    restarted.abort();
    const { requests, failures } = await asking;
    const { status, retry_count: retries, error } = await untilEnded(api, id);
    rows.push({
      what: `restart of ${replica}${isResolverSilent ? ', no names' : ''}`,
      result: `the task ended ${error ?? status}, ${retries} retries; ${failures.length} of ${requests} requests failed ${failures[0] ?? ''}`,
      isGood: status === 'success' && retries === 0 && failures.length === 0,
    });
  }
  return rows;
}

/** On a busy machine, the containers' resolver loses queries while a container starts or stops. */
async function silenceResolver(): Promise<void> {
  const id = Number(readFileSync(RESOLVER, 'utf8'));
  process.kill(id, 'SIGSTOP');
  // Restarting a container waits for the resolver.
  await delay(SILENCE_MS);
  process.kill(id, 'SIGCONT');
}

async function askUntil(signal: AbortSignal, ask: () => Promise<unknown>) {
  const failures: string[] = [];
  let requests = 0;
  while (!signal.aborted) {
    requests += 1;
    await ask().catch((error: unknown) => failures.push(String(error)));
    await delay(BETWEEN_REQUESTS_MS);
  }
  return { requests, failures };
}
