import { listen } from '@errand/app-runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { HistoryLine } from '../history/history.ts';

const callbackSchema = z.object({
  task_id: z.uuid(),
  status: z.enum(['success', 'failed', 'cancelled', 'queued', 'allocated', 'running']),
});

export interface CallbackReceiver extends AsyncDisposable {
  readonly url: string;
}

/** Takes most callbacks; answers one in ten with 503 and breaks one connection in twenty. */
export async function startCallbackReceiver(
  random: () => number,
  write: (line: HistoryLine) => void,
): Promise<CallbackReceiver> {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { task_id: taskId, status } = callbackSchema.parse(await json(request));
    const webhookId = String(request.headers['webhook-id']);
    const dice = random();
    const answered = dice < 0.05 ? 0 : dice < 0.15 ? 503 : 200;
    write({ type: 'callback', at: Date.now(), taskId, webhookId, status, answered });
    if (answered === 0) request.socket.destroy();
    else response.writeHead(answered).end();
  };
  return listen(
    (request, response) => {
      // A sender that was killed in the middle.
      receive(request, response).catch(() => response.destroy());
    },
    { port: 0, host: '127.0.0.1', setting: 'the receiver' },
  );
}
