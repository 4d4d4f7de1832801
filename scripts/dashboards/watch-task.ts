import { pollUntil, type TestControlPlane } from '@errand/test-kit';
import { streamUrl } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import { key } from '../../apps/stream-gateway/src/testing/rfb-messages.ts';

const A_KEY = 0x61;

/** Runs a task on the page at `url`, looks at its screen, presses a key without effect, and cancels it. */
export async function watchTask(controlPlane: TestControlPlane, url: string): Promise<void> {
  const { call } = controlPlane;
  const nap = { type: 'action_node', sleep_action: { sleep_time: 600 }, end_sleep_time: 0 };
  const parameters = { input_parameters: { login: [] }, generated_parameters: {} };
  const stored = await call('POST', '/api/v1/update_example', {
    endpoint_name: 'watched',
    description: 'watched',
    automation: { url, parameters, nodes: [nap], take_final_screenshot: false },
  });
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
  const submitted = await call('POST', '/api/v1/inference', {
    endpoint_name: 'watched',
    input_parameters: { login: ['ann'] },
  });
  if (submitted.status !== 202) throw new Error(JSON.stringify(submitted.body));
  const { task_id: taskId } = submitted.body as { readonly task_id: string };
  await pollUntil(
    'the task is running',
    async () => {
      const { body } = await call('GET', `/api/v1/tasks/${taskId}`);
      return (body as { readonly task: { readonly status: string } }).task.status === 'running';
    },
    { deadlineMs: 120_000 },
  );
  await using viewer = await openViewer(await streamUrl(controlPlane, taskId));
  await viewer.takeScreenshot();
  viewer.send(key(A_KEY, true));
  await call('POST', `/api/v1/tasks/${taskId}/cancel`);
  await viewer.closed;
}
