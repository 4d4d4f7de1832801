import { pollUntil } from '@errand/test-kit';
import type { ApiClient } from '@errand/local-installation';
import { sampleRecordings } from '@errand/sample-site/recordings';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { listFiles, readTask, submitTask, untilEnded } from '../hardened/run-task.ts';
import type { HardenedTask } from '../hardened/tasks.ts';
import type { Stage } from './open-stage.ts';

export interface Client {
  readonly api: ApiClient;
  readonly apiUrl: string;
  readonly stage: Stage;
}

export interface Row {
  readonly what: string;
  readonly result: string;
  readonly isGood: boolean;
}

const RUNNING_DEADLINE_MS = 120_000;
const stream = z.object({ stream_url: z.string() });

/** The sample recording that downloads a file, whose bytes are read from the bucket. */
export async function checkSampleTask({ api, stage }: Client): Promise<readonly Row[]> {
  const recording = sampleRecordings(stage.siteUrl)[0];
  if (recording === undefined) throw new Error('There is no sample recording.');
  const { endpoint_name: name, automation } = recording;
  const inputs = automation.parameters.input_parameters;
  const id = await submitTask(api, { name, automation, inputs, files: [] });
  const { status, error } = await untilEnded(api, id);
  const file = (await listFiles(api, id)).find(({ filename }) => filename.endsWith('.csv'));
  const body = file === undefined ? '' : await fetch(file.url).then((response) => response.text());
  return [
    { what: `sample task ${name}`, result: error ?? status, isGood: status === 'success' },
    {
      what: 'its download, from the bucket',
      result: `${file?.filename}: ${body.length} of ${file?.size} bytes, "${body.split('\n')[0]}"`,
      isGood: body.length > 0 && body.length === file?.size,
    },
  ];
}

/** A viewer gets the screen of a running task from the worker through the gateway and nginx. */
export async function checkScreen(client: Client): Promise<readonly Row[]> {
  const { api, apiUrl } = client;
  const id = await startSleeper(client, 10);
  const { stream_url: url } = stream.parse(await api.get(`/api/v1/tasks/${id}/stream`));
  const socket = new WebSocket(url, ['binary'], { origin: apiUrl });
  const [greeting] = await Promise.race([
    once(socket, 'message'),
    once(socket, 'close').then(([code]) => [`closed with ${code}`]),
  ]);
  socket.terminate();
  const { status } = await untilEnded(api, id);
  const result = `${String(greeting).trim()}; the task ended ${status}`;
  return [
    { what: 'screen of a task', result, isGood: result === 'RFB 003.008; the task ended success' },
  ];
}

/** Submits a task that takes this long, and waits until it runs. */
export async function startSleeper({ api, stage }: Client, seconds: number): Promise<string> {
  const task: HardenedTask = {
    name: `sleep-${seconds}`,
    automation: {
      url: stage.siteUrl,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: [{ type: 'action_node', sleep_action: { sleep_time: seconds } }],
    },
    inputs: {},
    files: [],
  };
  const id = await submitTask(api, task);
  await pollUntil(
    `the task ${id} runs`,
    async () => (await readTask(api, id)).status === 'running',
    { deadlineMs: RUNNING_DEADLINE_MS },
  );
  return id;
}
