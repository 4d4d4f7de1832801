import type { Scene } from './open-scene.ts';

/** Id of the wait that `waitingTask` begins. */
export const WAIT_ID = '5c2d7e90-4f0b-4c1f-8a35-0d9f1c7b2e64';

/** Submits a task, claims it and makes it wait for a person; returns its id. */
export async function waitingTask(scene: Scene): Promise<string> {
  const task_id = await scene.submit();
  await scene.claimAll();
  await scene.worker.report({ task_id, lease_epoch: 1 }, 'human-wait', {
    wait_id: WAIT_ID,
    node_path: 'nodes[0]',
    page_url: 'https://portal.example/login',
    max_wait_seconds: 60,
  });
  return task_id;
}
