import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { LoadOrder, LoadReport } from './load.ts';

const accepted = z.object({ task_id: z.string() });
const submission = JSON.stringify({ endpoint_name: 'order', input_parameters: { login: ['ann'] } });

type Order = Extract<LoadOrder, { kind: 'submit' }>;

interface Answer {
  /** 0: the connection broke. */
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number;
}

/**
 * Submits as fast as responses arrive. Retries refused submissions after `Retry-After`, with the
 * same key.
 */
export async function submitTasks(order: Order): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const taskIds: string[] = [];
  const milliseconds: number[] = [];
  const refused: Record<string, number> = {};
  let left = order.submissions;

  async function submitOne(key: string): Promise<void> {
    while (Date.now() < order.endsAt) {
      const sentAt = performance.now();
      const answer = await send(order, agent, key);
      if (answer.status === 202) {
        milliseconds.push(performance.now() - sentAt);
        taskIds.push(accepted.parse(JSON.parse(answer.text)).task_id);
        return;
      }
      refused[answer.status] = (refused[answer.status] ?? 0) + 1;
      // Jitter, so that not all retry at the same time.
      await delay(answer.retryAfterSeconds * 1_000 * (0.5 + Math.random()));
    }
  }
  async function work(): Promise<void> {
    while (left > 0 && Date.now() < order.endsAt) {
      left -= 1;
      await submitOne(randomUUID());
    }
  }

  await Promise.all(Array.from({ length: order.connections }, work));
  agent.destroy();
  return { kind: 'submit', taskIds, refused, milliseconds };
}

function send({ url, apiKey }: Order, agent: Agent, key: string): Promise<Answer> {
  const headers = {
    'x-api-key': apiKey,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  return new Promise((resolve) => {
    const broken = (): void => resolve({ status: 0, text: '', retryAfterSeconds: 1 });
    const path = `${url}/api/v1/inference`;
    const sent = request(path, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', broken);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          retryAfterSeconds: Number(response.headers['retry-after'] ?? 1),
        }),
      );
    });
    sent.once('error', broken);
    sent.end(submission);
  });
}
