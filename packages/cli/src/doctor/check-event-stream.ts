import type { Check } from './finding.ts';

/** Checks for a proxy that buffers events: it would hold back the first event. */
export const checkEventStream: Check = async (call, signal) => {
  const { url, apiKey } = call.connection();
  const tasks = call.errand().list('/api/v1/tasks', { query: { limit: 1 }, signal });
  const { value: task } = await tasks.next();
  if (!task) return { outcome: 'skipped', detail: 'The account has no task yet: run one first.' };
  const response = await fetch(`${url}/api/v1/tasks/${task.task_id}/events`, {
    headers: { accept: 'text/event-stream', 'x-api-key': apiKey },
    redirect: 'error',
    signal,
  });
  const type = response.headers.get('content-type') ?? 'nothing';
  if (!response.ok || !response.body || !/^text\/event-stream\b/i.test(type)) {
    await response.body?.cancel();
    return {
      outcome: 'failed',
      detail: `The events are ${response.status} ${type}: check the proxy.`,
    };
  }
  const reader = response.body.getReader();
  try {
    const { done } = await reader.read();
    return done
      ? { outcome: 'failed', detail: 'The stream ends without an event: check the proxy.' }
      : { outcome: 'ok', detail: `events of task ${task.task_id} arrive` };
  } catch (error) {
    call.terminal.signal.throwIfAborted();
    const detail = 'No event arrives in time: a proxy holds them back. Switch its buffering off.';
    return { outcome: 'failed', detail: `${detail} (${String(error)})` };
  } finally {
    await reader.cancel().catch(() => undefined);
  }
};
