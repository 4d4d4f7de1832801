import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import { z } from 'zod';
import { untilEnded } from '../hardened/run-task.ts';
import { type Client, type Row, runActions } from './check-transfer.ts';

/** Longer than nginx's default timeout of 60 s. */
const SILENCE_SECONDS = 70;
/** Events are at most about half a second late; nginx would keep them until the end. */
const AT_ONCE_MS = 20_000;
const stream = z.object({ stream_url: z.string() });

/** A client follows a task that does nothing for a long time while a viewer watches it. */
export async function checkEvents(client: Client): Promise<readonly Row[]> {
  const { api, url, apiKey } = client;
  const id = await runActions(client, 'silence', [
    { sleep_action: { sleep_time: SILENCE_SECONDS } },
  ]);
  const response = await fetch(`${url}/api/v1/tasks/${id}/events`, {
    headers: { 'x-api-key': apiKey },
  });
  const opened = Date.now();
  let running: number | undefined;
  let text = '';
  let watching: Promise<Row> | undefined;
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (watching === undefined && text.includes('"status":"running"')) {
      running = Date.now() - opened;
      watching = watch(client, id);
    }
  }
  const seconds = Math.round((Date.now() - opened) / 1_000);
  const { status, error } = await untilEnded(api, id);
  const isComplete = text.includes('"status":"success"');
  return [
    {
      what: 'event of the start',
      result: `${running} ms after the stream was opened, ${seconds} s before its end`,
      isGood: running !== undefined && running < AT_ONCE_MS,
    },
    {
      what: `stream over ${SILENCE_SECONDS} s of silence`,
      result: `${error ?? status}; open for ${seconds} s, ${isComplete ? 'with' : 'without'} the last event`,
      isGood: isComplete && seconds >= SILENCE_SECONDS,
    },
    (await watching) ?? { what: 'viewer', result: 'never began', isGood: false },
  ];
}

/** Reads the first screen, and stays until the task ends. */
async function watch({ api, url }: Client, id: string): Promise<Row> {
  const { stream_url: address } = stream.parse(await api.get(`/api/v1/tasks/${id}/stream`));
  await using viewer = await openViewer(address, { origin: url });
  const { width, height } = await viewer.takeScreenshot();
  const since = Date.now();
  const { code, reason } = await viewer.closed;
  const seconds = Math.round((Date.now() - since) / 1_000);
  return {
    what: 'viewer over wss',
    result: `screen of ${width} x ${height}; closed with ${code} ${reason} after ${seconds} s`,
    isGood: width > 0 && code === 1_000 && reason === 'success',
  };
}
