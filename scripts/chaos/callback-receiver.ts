import { listen } from '@errand/app-runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { HistoryLine } from '../history/history.ts';
import { isSigned } from './check-signature.ts';

const callbackSchema = z.looseObject({
  task_id: z.uuid(),
  status: z.enum(['success', 'failed', 'cancelled', 'queued', 'allocated', 'running']),
});

export interface CallbackReceiver extends AsyncDisposable {
  readonly url: string;
  /**
   * Sets the secrets: every callback must be signed with one of them. Empty until they are known.
   */
  readonly trust: (secrets: readonly string[]) => void;
}

/** Accepts most callbacks. Responds to one in ten with 503 and breaks one connection in twenty. */
export async function startCallbackReceiver(
  random: () => number,
  write: (line: HistoryLine) => void,
): Promise<CallbackReceiver> {
  let secrets: readonly string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await text(request);
    const body = callbackSchema.parse(JSON.parse(raw));
    const { task_id: taskId, status } = body;
    const { 'webhook-id': webhookId, 'x-api-key': apiKey } = request.headers;
    const dice = random();
    const answered = dice < 0.05 ? 0 : dice < 0.15 ? 503 : 200;
    write({
      type: 'callback',
      at: Date.now(),
      taskId,
      webhookId: String(webhookId),
      status,
      answered,
      ref: (request.url ?? '').slice(1),
      isSigned: isSigned(request.headers, raw, secrets),
      apiKey: apiKey === undefined ? null : String(apiKey),
      body,
    });
    if (answered === 0) request.socket.destroy();
    else response.writeHead(answered).end();
  };
  const server = await listen(
    (request, response) => {
      // The sender was killed during the request.
      receive(request, response).catch(() => response.destroy());
    },
    { port: 0, host: '127.0.0.1', setting: 'the receiver' },
  );
  return {
    url: server.url,
    trust: (given) => void (secrets = given),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
