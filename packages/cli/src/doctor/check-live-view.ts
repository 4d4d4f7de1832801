import { dataOf } from '@errand/client';
import type { Check } from './finding.ts';

/** Checks whether the live view host responds; only a running task has a URL there. */
export const checkLiveView: Check = async (call, signal) => {
  const errand = call.errand();
  const { features } = await dataOf(errand.api.GET('/api/v1/me', { signal }));
  if (!features.live_view) {
    return { outcome: 'skipped', detail: 'This installation has no live view.' };
  }
  const running = errand.list('/api/v1/tasks', {
    query: { limit: 1, status: ['running'] },
    signal,
  });
  const { value: task } = await running.next();
  if (!task) {
    return {
      outcome: 'skipped',
      detail: 'No task is running, so the URL of the live view is not known.',
    };
  }
  const params = { path: { task_id: task.task_id } };
  const { stream_url: streamUrl } = await dataOf(
    errand.api.GET('/api/v1/tasks/{task_id}/stream', { params, signal }),
  );
  const { protocol, host } = new URL(streamUrl);
  const origin = `${protocol === 'wss:' ? 'https' : 'http'}://${host}/`;
  try {
    const response = await fetch(origin, { signal });
    await response.body?.cancel();
    return { outcome: 'ok', detail: `${origin} responds` };
  } catch (error) {
    call.terminal.signal.throwIfAborted();
    return { outcome: 'failed', detail: `${origin} does not respond: ${String(error)}` };
  }
};
