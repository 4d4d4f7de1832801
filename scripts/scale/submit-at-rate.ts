import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createBenchClient } from '../bench/api-client.ts';
import type { ScaleOptions } from './flags.ts';
import { ENDPOINT, type Installation } from './installation.ts';

export interface SubmittedTask {
  readonly taskId: string;
  readonly apiKey: string;
  /** URL of the control plane that accepted the task. */
  readonly url: string;
}

export interface Submitted {
  readonly tasks: readonly SubmittedTask[];
  /** Time from when a submission was due until its 202, in milliseconds. */
  readonly milliseconds: readonly number[];
  /** Number of failed submissions by message. */
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const CONNECTIONS = 50;
/** Digits differ between responses. */
const DETAILS = /\d+/g;

const accepted = z.object({ task_id: z.uuid() });

/**
 * Submits at a steady rate, whatever the responses, to each control plane and account in turn.
 * Every other task has its own login.
 */
export async function submitAtRate(
  { urls, apiKeys }: Pick<Installation, 'urls' | 'apiKeys'>,
  options: ScaleOptions,
  onAccepted: (task: SubmittedTask) => void,
): Promise<Submitted> {
  using owned = new DisposableStack();
  const clients = apiKeys.map((apiKey) =>
    urls.map((url) => ({
      url,
      apiKey,
      ...owned.use(createBenchClient({ url, apiKey }, CONNECTIONS)),
    })),
  );
  const tasks: SubmittedTask[] = [];
  const milliseconds: number[] = [];
  const refused: Record<string, number> = {};
  const startedAt = performance.now();
  const submit = async (index: number, dueAt: number): Promise<void> => {
    const ofAccount = clients[index % clients.length] ?? [];
    const client = ofAccount[Math.floor(index / clients.length) % ofAccount.length];
    if (!client) throw new Error('There is no control plane.');
    try {
      const body = submissionOf(index, options);
      const { task_id: taskId } = accepted.parse(await client.send('/api/v1/inference', body));
      milliseconds.push(performance.now() - dueAt);
      const task = { taskId, apiKey: client.apiKey, url: client.url };
      tasks.push(task);
      onAccepted(task);
    } catch (error) {
      const message = Error.isError(error) ? error.message : String(error);
      const kind = message.replaceAll(DETAILS, 'N');
      refused[kind] = (refused[kind] ?? 0) + 1;
    }
  };
  const pending: Promise<void>[] = [];
  for (let index = 0; index < options.perSecond * options.seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / options.perSecond;
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    pending.push(submit(index, dueAt));
  }
  await Promise.all(pending);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { tasks, milliseconds, refused, seconds };
}

/** The body of one submission. */
export function submissionOf(index: number, { workMs, steps }: ScaleOptions): object {
  const hasLogin = index % 2 === 1;
  return {
    endpoint_name: ENDPOINT,
    input_parameters: {
      ref: [`task-${index}`],
      login: hasLogin ? [`login-${index}`] : [],
      work_ms: [String(workMs)],
      steps: [String(steps)],
      files: ['0'],
      outcome: ['success'],
    },
    unique_parameter_names: hasLogin ? ['login'] : [],
  };
}
