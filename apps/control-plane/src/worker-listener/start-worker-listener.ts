import { StartError } from '@errand/app-runtime';
import { once } from 'node:events';
import type { CountedMetrics } from '../metrics/write-metrics.ts';
import type { EndedAttempt } from '../telemetry/observer.ts';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';

/** A message from the thread. `sentence` says why it could not start, for the operator. */
export type ListenerMessage =
  | { readonly type: 'listening' }
  | { readonly type: 'refused'; readonly sentence: string }
  | { readonly type: 'attempt-ended'; readonly attempt: EndedAttempt };

/** Asks the thread to end. */
export const DRAIN = 'drain';

/** Asks the thread for what it counted. */
export interface MetricsRequest {
  readonly reply: MessagePort;
}

export interface WorkerListener extends AsyncDisposable {
  /** Resolves when workers are served. Throws StartError. */
  readonly listening: Promise<void>;
  /** Rejects when the thread ends unexpectedly. */
  readonly failed: Promise<never>;
  /** What the thread counted. Rejects when the signal fires, for instance if the thread is busy. */
  readonly readMetrics: (signal: AbortSignal) => Promise<CountedMetrics>;
}

/**
 * Serves the worker protocol on a thread with its own event loop, connections and pools: see
 * infra/decisions/2026-11-22-public-load-costs-no-lease.md. Disposing lets open requests finish.
 */
export function startWorkerListener(options: {
  /** Called for each attempt that the thread ended. */
  readonly onAttemptEnded: (attempt: EndedAttempt) => void;
}): WorkerListener {
  const thread = new Worker(new URL('main.ts', import.meta.url));
  const listening = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<never>();
  // Callers that await these promises get the rejections. A start that fails elsewhere awaits
  // neither; without these handlers the unhandled rejection would end the process.
  listening.promise.catch(() => undefined);
  failed.promise.catch(() => undefined);
  let isStopping = false;
  const exited = once(thread, 'exit').catch(() => undefined);
  const fail = (error: unknown): void => {
    listening.reject(error);
    if (!isStopping) failed.reject(error);
  };
  thread.on('message', (message: ListenerMessage) => {
    if (message.type === 'listening') listening.resolve();
    else if (message.type === 'attempt-ended') options.onAttemptEnded(message.attempt);
    else fail(new StartError(message.sentence));
  });
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`The worker listener ended with status ${code}.`)));
  return {
    listening: listening.promise,
    failed: failed.promise,
    async readMetrics(signal) {
      const { port1: answers, port2: reply } = new MessageChannel();
      try {
        const request: MetricsRequest = { reply };
        thread.postMessage(request, [reply]);
        const [counted] = await once(answers, 'message', { signal });
        return counted as CountedMetrics;
      } finally {
        answers.close();
      }
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(DRAIN);
      await exited;
    },
  };
}
