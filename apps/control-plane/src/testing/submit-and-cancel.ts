import type { TestApp } from './start-test-app.ts';

/** Submits a task, cancels it, and returns its id. */
export async function submitAndCancel(
  { post }: Pick<TestApp, 'post'>,
  submission: object,
): Promise<string> {
  const { body } = await post('/api/v1/inference', submission).expect(202);
  await post(`/api/v1/tasks/${body.task_id}/cancel`).expect(200);
  return body.task_id;
}
