/**
 * A program that must compile with strict types. Each expected error marks a mistake that must not
 * compile.
 */
export const CHECKED_TYPES = `
import { createErrand, type Errand, type ErrandSchemas, ErrandError, verifyWebhook } from '@errand/client';

const errand: Errand = createErrand({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'k' });
const task = await errand.run({ endpoint_name: 'a', input_parameters: { b: ['c'] } }, { timeoutMs: 1 });
const status: 'queued' | 'allocated' | 'running' | 'success' | 'failed' | 'cancelled' = task.status;
for await (const event of errand.events(task.task_id)) {
  if (event.event === 'step') console.log(event.data.node_path.length);
  // @ts-expect-error Only some events have a file name.
  console.log(event.data.filename);
}
for await (const listed of errand.list('/api/v1/tasks', { query: { status: ['failed'] } })) {
  const retries: number = listed.retry_count;
  console.log(retries);
}
for await (const version of errand.list('/api/v1/recordings/{recording_id}/versions', {
  path: { recording_id: 'r' },
})) {
  const number: number = version.version;
  console.log(number);
}
const answer: ErrandSchemas['TaskResult'] = await verifyWebhook({ headers: new Headers(), body: '', secrets: '' });
const { data, error } = await errand.api.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: 't' } } });
console.log(status, data?.task.steps[0]?.outcome, error?.detail, answer.task_id, new ErrandError('', {
  status: 404, code: undefined, requestId: undefined, violations: [], retryAfterMs: undefined }).code);
// @ts-expect-error A value is a list of strings.
await errand.submit({ endpoint_name: 'a', input_parameters: { b: 'c' } });
// @ts-expect-error A misspelled name.
await errand.submit({ endpoint_nam: 'a', input_parameters: {} });
// @ts-expect-error Not a status.
errand.list('/api/v1/tasks', { query: { status: ['done'] } });
// @ts-expect-error This path has no pages.
errand.list('/api/v1/account');
// @ts-expect-error The path has a parameter.
errand.list('/api/v1/recordings/{recording_id}/versions');
// @ts-expect-error The client reads pages itself.
errand.list('/api/v1/tasks', { query: { cursor: 'c' } });
`;
