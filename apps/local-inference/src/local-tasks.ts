import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import {
  TaskCancelledError,
  describeFailure,
  type Failure,
  type HeldLease,
  type Lease,
  type LeasedRun,
  type Session,
} from '@errand/task-runner';
import { z } from 'zod';
import { acceptTask, type GivenTask } from './accept-task.ts';
import type { Connection } from './connections.ts';
import { forwardReports } from './forward-reports.ts';
import type { forwardSubmission } from './forward-submission.ts';
import { damaged, endTask, interrupted } from './spooling-reporter.ts';
import { SpooledTask } from './spooled-task.ts';
import { createTaskQueue } from './task-queue.ts';

const KEEP_AGAIN_MS = 5_000;

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Dependencies {
  /** Folder that holds the tasks. */
  readonly folder: string;
  readonly connect: (workerId: string) => Connection;
  readonly submit: (
    body: string,
    headers: Readonly<Record<string, string>>,
  ) => ReturnType<typeof forwardSubmission>;
  /** Cancels a task in the control plane. */
  readonly cancel: (taskId: string, signal: AbortSignal) => Promise<void>;
  /**
   * Opens what a task runs on; if that is missing here, opens a stand-in on which the task fails
   * with that reason.
   */
  readonly openSession: (lease: Lease, signal: AbortSignal) => Promise<Session>;
  readonly runTask: (run: LeasedRun, drained: AbortSignal) => Promise<unknown>;
  /** Maximum number of waiting tasks. */
  readonly queueLimit: number;
  readonly logger: Logger;
}

interface Signals {
  /** Fires to stop starting tasks. */
  readonly draining: AbortSignal;
  /** Fires to end running tasks. */
  readonly drained: AbortSignal;
  /** Fires to stop sending reports; the rest are sent after the next start. */
  readonly stopped: AbortSignal;
}

interface KnownTask {
  readonly spooled: SpooledTask;
  readonly held: HeldLease;
  readonly forwarded: Promise<void>;
}

/** The tasks of this server: waiting, running, or ended with unsent reports. */
export class LocalTasks {
  readonly #dependencies: Dependencies;
  readonly #signals: Signals;
  readonly #queue = createTaskQueue();
  readonly #known = new Map<string, KnownTask>();
  #running = 0;
  #submitting = 0;

  constructor(dependencies: Dependencies, signals: Signals) {
    this.#dependencies = dependencies;
    this.#signals = signals;
  }

  get counts() {
    const [running, queued] = [this.#running, this.#queue.size];
    return { running, queued, unreported: this.#known.size - running - queued };
  }

  /** Returns undefined for a task that has ended or belongs to another server. */
  spooled(taskId: string): SpooledTask | undefined {
    return this.#known.get(taskId)?.spooled;
  }

  /**
   * Resumes what an earlier process left: tasks that had not started wait again, tasks that had
   * started fail.
   */
  async restore(): Promise<void> {
    const { folder, logger } = this.#dependencies;
    const left = await SpooledTask.openAll(folder, (directory, error) =>
      logger.error('task cannot be read: leaving it alone', { directory, error }),
    );
    for (const spooled of left) {
      const { hasBegun, hasEnded, isDamaged } = spooled;
      const mayRun = !hasBegun && !isDamaged && !spooled.task.hasSecret;
      if (!mayRun && !hasEnded) await endTask(spooled, isDamaged ? damaged : interrupted);
      this.#adopt(spooled);
    }
  }

  /** Accepts a task once it is on disk and the control plane has confirmed it. */
  async submit(body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { queueLimit, submit } = this.#dependencies;
    if (this.#signals.draining.aborted) return refused(500, 'This server is shutting down.');
    if (this.#queue.size + this.#submitting >= queueLimit) {
      return refused(
        503,
        `${queueLimit} tasks are already waiting here: try again when one has started.`,
      );
    }
    this.#submitting += 1;
    try {
      const answer = await submit(body, headers);
      return answer.lease ? await this.#accept({ ...answer, priority: priorityOf(body) }) : answer;
    } finally {
      this.#submitting -= 1;
    }
  }

  async #accept(given: GivenTask): Promise<Answer> {
    const spooled = await acceptTask(this.#dependencies, given);
    if (typeof spooled === 'string') return refused(500, spooled);
    this.#adopt(spooled);
    const message = 'The task is queued on this local server.';
    return { status: 202, body: { success: true, message, task_id: spooled.id } };
  }

  /**
   * Cancels a task here and in the control plane, possibly later. Returns false for a task that has
   * ended.
   */
  async cancel(taskId: string): Promise<boolean> {
    const known = this.#known.get(taskId);
    if (!known || known.spooled.hasEnded) return false;
    await known.spooled.append({ kind: 'cancel' });
    known.held.cancel();
    return true;
  }

  /** Runs tasks one after another until the server drains. */
  async runSlot(): Promise<void> {
    const { draining } = this.#signals;
    for (;;) {
      const next = await this.#queue.take(draining);
      if (!next) return;
      this.#running += 1;
      try {
        await this.#run(next.spooled, next.held);
      } finally {
        this.#running -= 1;
      }
    }
  }

  /** Resolves when the control plane has all reports of ended tasks, or the signal fires. */
  async flushed(): Promise<void> {
    const ended = [...this.#known.values()].filter(({ spooled }) => spooled.hasEnded);
    await Promise.all(ended.map(({ forwarded }) => forwarded));
  }

  async #run(spooled: SpooledTask, held: HeldLease): Promise<void> {
    const { openSession, runTask, logger } = this.#dependencies;
    const { drained } = this.#signals;
    const unwanted = AbortSignal.any([held.lost, held.cancelled, drained]);
    try {
      const { lease } = spooled.task;
      await using session = await openSession(lease, unwanted);
      await runTask({ lease, held, session, isWarm: false }, drained);
    } catch (error) {
      if (held.lost.aborted) return;
      const reason: unknown = held.cancelled.aborted ? held.cancelled.reason : error;
      logger.warn('task could not run', { taskId: spooled.id, error: reason });
      await this.#end(spooled, drained.aborted ? interrupted : describeFailure(reason));
    }
  }

  /** Retries until the end of the task is on disk, so that a full disk does not lose it. */
  async #end(spooled: SpooledTask, failure: Failure): Promise<void> {
    const { logger } = this.#dependencies;
    const { draining } = this.#signals;
    for (;;) {
      try {
        return await endTask(spooled, failure);
      } catch (error) {
        logger.error('end of the task could not be stored', { taskId: spooled.id, error });
        // The next start marks the task as interrupted.
        if (draining.aborted) return;
        await pauseUntilAborted(KEEP_AGAIN_MS, draining);
      }
    }
  }

  #adopt(spooled: SpooledTask): void {
    const { connect } = this.#dependencies;
    const { lease, workerId } = spooled.task;
    const held = connect(workerId).leaseKeeper.hold(lease);
    const forwarded = this.#forward(spooled, held);
    this.#known.set(spooled.id, { spooled, held, forwarded });
    if (spooled.hasEnded) return;
    this.#queue.add({ spooled, held });
    const drop = (): void => {
      if (this.#queue.remove(spooled.id)) {
        void this.#end(spooled, describeFailure(new TaskCancelledError()));
      }
    };
    held.cancelled.addEventListener('abort', drop, { once: true });
  }

  async #forward(spooled: SpooledTask, held: HeldLease): Promise<void> {
    const { lease, workerId } = spooled.task;
    const stop = AbortSignal.any([this.#signals.stopped, held.lost]);
    const reporter = this.#dependencies.connect(workerId).client.reporter(lease, stop);
    await forwardReports(spooled, { ...this.#dependencies, reporter }, stop);
    if (held.lost.aborted) await spooled.remove();
    held[Symbol.dispose]();
    this.#known.delete(spooled.id);
    this.#queue.remove(spooled.id);
  }
}

const prioritized = z.looseObject({ priority: z.int().nullish() });

/** The control plane has already validated the body. */
function priorityOf(body: string): number | null {
  return prioritized.parse(JSON.parse(body)).priority ?? null;
}

function refused(status: number, message: string): Answer {
  return { status, body: { success: false, message } };
}
