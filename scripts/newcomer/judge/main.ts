import { createErrand, dataOf, type Errand } from '@errand/client';
import { CARD, expectedOf, OTHER_CARD } from '../library-site.ts';
import { findMissingParts, findMissingProducts } from './find-missing.ts';

/**
 * Reports whether a newcomer's automation does what was asked, and how many tasks and minutes it
 * took: `ERRAND_URL=... ERRAND_API_KEY=... node scripts/newcomer/judge/main.ts NAME SINCE`, with
 * the endpoint name and the time when the newcomer began. Exits with 0 if it does.
 */
const [name = '', since = ''] = process.argv.slice(2);
const began = Date.parse(since);
if (name === '' || Number.isNaN(began)) {
  throw new Error(
    'Give the endpoint name and when the newcomer began: renew-loans 2026-03-02T09:00:00Z',
  );
}
const errand = createErrand({
  baseUrl: process.env['ERRAND_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['ERRAND_API_KEY'] ?? '',
});

const summaries = [];
const query = { endpoint_name: name, created_after: since };
for await (const task of errand.list('/api/v1/tasks', { query })) summaries.push(task);
let ended: number | undefined;
let tries = 0;
for (const { task_id: id, created_at: at } of summaries.toReversed()) {
  tries += 1;
  const missing = findMissingProducts(await readProducts(errand, id), expectedOf(CARD));
  console.log(`try ${tries}: ${id}, submitted ${at}: ${missing.join(' ') || 'complete'}`);
  if (missing.length > 0) continue;
  ended = Date.parse((await errand.task(id)).completed_at ?? '');
  break;
}
const faults = ended === undefined ? ['No task is complete.'] : await judgeRecording(errand);
for (const fault of faults) console.log(fault);
const minutes = ended === undefined ? '-' : ((ended - began) / 60_000).toFixed(1);
console.log(`${faults.length === 0 ? 'PASS' : 'FAIL'}: ${tries} tries, ${minutes} minutes`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Inspects the automation and runs it with a card that the newcomer does not know. */
async function judgeRecording({ api, run }: Errand): Promise<string[]> {
  const task = await run({
    endpoint_name: name,
    input_parameters: { card_number: [OTHER_CARD.number], pin: [OTHER_CARD.pin] },
  });
  const products = await readProducts(errand, task.task_id);
  const path = { recording_id: task.recording_id };
  const found = await dataOf(api.GET('/api/v1/recordings/{recording_id}', { params: { path } }));
  return [
    ...findMissingParts(found.recording.automation),
    ...findMissingProducts(products, expectedOf(OTHER_CARD)).map(
      (fault) => `With another card: ${fault}`,
    ),
  ];
}

async function readProducts({ task: read, downloads }: Errand, taskId: string) {
  const { status, error, output_data: output } = await read(taskId);
  const files = new Map<string, string>();
  const listed = status === 'success' ? await downloads.list(taskId) : [];
  for (const download of listed) {
    files.set(download.filename, await (await downloads.blob(download)).text());
  }
  return { status, error, output, files };
}
