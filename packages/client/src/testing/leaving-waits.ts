/**
 * A program that starts waiting for queued tasks, aborts the waits, and must then end by itself.
 */
export const LEAVING_WAITS = `
import { createErrand } from '@errand/client';

const errand = createErrand({ baseUrl: process.env.ERRAND_URL, apiKey: process.env.ERRAND_API_KEY });
const task = { endpoint_name: 'idle', input_parameters: { note: [] } };
const tasks = await Promise.all(Array.from({ length: 12 }, () => errand.submit(task)));
const leaving = new AbortController();
let followed = 0;
let waits;
await new Promise((resolve) => {
  waits = tasks.map(({ task_id: taskId }) =>
    errand.waitForTask(taskId, {
      signal: leaving.signal,
      onEvent: () => (followed += 1) === 4 && resolve(),
    }),
  );
});
leaving.abort();
const reasons = (await Promise.allSettled(waits)).map(({ reason }) => reason?.name);
console.log(followed, new Set(reasons));
`;
