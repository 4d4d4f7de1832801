import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  uploadArtifacts,
  UploadError,
} from '../../../packages/task-runner/src/artifacts/upload-artifacts.ts';
import type {
  ControlPlaneClient,
  Lease,
} from '../../../packages/task-runner/src/control-plane-client.ts';
import { LeaseLostError } from '../../../packages/task-runner/src/control-plane-errors.ts';
import { keepSession } from '../../../packages/task-runner/src/keep-session.ts';
import type { LeasedRun } from '../../../packages/task-runner/src/attempt.ts';
import { describeFailure } from '../../../packages/task-runner/src/task-failure.ts';
import type {
  Failure,
  Output,
  TaskReporter,
} from '../../../packages/task-runner/src/task-reporter.ts';
import type { WarmSessions } from '../../../packages/task-runner/src/warm-sessions.ts';
import type { LineOf } from '../../history/history.ts';
import { openSitePage, type SitePage } from './act-on-site.ts';
import type { Recorder } from './recorder.ts';

const LATE_REPORT_DEADLINE_MS = 5_000;

type SessionOutcome = 'kept' | 'closed';

interface Attempt extends LeasedRun {
  readonly reporter: TaskReporter;
  readonly warmSessions: WarmSessions;
  readonly drained: AbortSignal;
  readonly siteUrl: string;
  readonly record: (line: Parameters<Recorder['record']>[1]) => void;
}

/**
 * Does what the task's parameters say (duration, number of steps and files, outcome), acts on the
 * site, and reports like the real worker. It reports even after losing the lease; the control plane
 * refuses that once it has taken the lease back.
 */
export function createFakeRunner(dependencies: {
  readonly client: ControlPlaneClient;
  readonly warmSessions: WarmSessions;
  readonly recorder: Recorder;
  /** URL at which every attempt acts; empty for none. */
  readonly siteUrl: string;
}): (run: LeasedRun, drained: AbortSignal) => Promise<SessionOutcome> {
  const { client, warmSessions, recorder, siteUrl } = dependencies;
  return async (run, drained) => {
    const { lease, held } = run;
    const attempt: Attempt = {
      ...run,
      reporter: client.reporter(lease, held.lost),
      warmSessions,
      drained,
      siteUrl,
      record: (line) => recorder.record(lease, line),
    };
    try {
      return await runAttempt(attempt);
    } catch (error) {
      if (!held.lost.aborted && !(error instanceof LeaseLostError)) throw error;
    }
    if (held.lost.aborted) await reportLate(attempt, client);
    return 'closed';
  };
}

async function runAttempt(attempt: Attempt): Promise<SessionOutcome> {
  const { lease, held, reporter, drained, record } = attempt;
  await reporter.start();
  const stop = AbortSignal.any([held.lost, held.cancelled, drained]);
  const isDone = await execute(attempt, stop);
  held.lost.throwIfAborted();
  if (!isDone && !held.cancelled.aborted) {
    await report(attempt, 'release', () => reporter.release('drain'));
    return 'closed';
  }
  const left = await leaveFiles(attempt);
  const failure = isDone ? (failureOf(lease) ?? left.failure) : cancelled;
  const output = outputOf(lease);
  const steps = stepsOf(lease).length;
  record({ type: 'made', output: output.output_data, steps, files: left.files });
  const { session } = await keepSession({ ...attempt, stop }, failure, async (kept) => {
    const result = { ...output, session: kept };
    const status = failure
      ? await report(attempt, 'fail', () => reporter.fail(failure, result))
      : await report(attempt, 'complete', () => reporter.complete(result));
    return { status, isTaken: true };
  });
  return session;
}

const nowhere: SitePage = { act: async () => undefined };

/** Returns false if the attempt was stopped. */
async function execute(attempt: Attempt, stop: AbortSignal): Promise<boolean> {
  const { lease, held, reporter, siteUrl, record } = attempt;
  const [first, ...others] = stepsOf(lease);
  const acting = { ref: parameter(lease, 'ref') ?? '', epoch: lease.lease_epoch };
  let isDone = false;
  record({ type: 'execution', phase: 'began' });
  try {
    const page = siteUrl === '' ? nowhere : await openSitePage(siteUrl, acting, held.lost);
    await page.act('began');
    if (first) await reporter.reportSteps([first]);
    isDone = await passed(Number(parameter(lease, 'work_ms')), stop);
    held.lost.throwIfAborted();
    await page.act('ended');
  } finally {
    record({ type: 'execution', phase: 'ended', how: isDone ? 'done' : String(stop.reason) });
  }
  if (others.length > 0) await reporter.reportSteps(others);
  return isDone;
}

/**
 * Uploads the attempt's files. As in the real worker, the attempt fails if one cannot be stored.
 */
async function leaveFiles({ lease, held, reporter }: Attempt): Promise<{
  readonly files: Readonly<Record<string, string>>;
  readonly failure?: Failure;
}> {
  const contents = Array.from({ length: Number(parameter(lease, 'files')) }, (_, index) => {
    const text = `File ${index} of ${lease.task_id} at epoch ${lease.lease_epoch}.`;
    return { filename: `file-${index}.txt`, content: new TextEncoder().encode(text) };
  });
  const files = contents.map(({ filename, content }) => ({
    filename,
    kind: 'download' as const,
    content_type: 'text/plain',
    source: { content },
  }));
  try {
    if (files.length > 0) await uploadArtifacts(reporter, files, { signal: held.lost });
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    return { files: {}, failure: describeFailure(error) };
  }
  const hashes = contents.map(({ filename, content }) => [filename, hashOf(content)] as const);
  return { files: Object.fromEntries(hashes) };
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const lost: Failure = {
  class: 'internal',
  message: 'The lease was lost.',
  retry: 'infrastructure',
};
const cancelled: Failure = { class: 'cancelled', message: 'Cancelled.', retry: 'never' };

function failureOf(lease: Lease): Failure | undefined {
  const retry = parameter(lease, 'outcome');
  return retry === 'never' || retry === 'infrastructure' || retry === 'automation'
    ? { class: 'internal', message: `As asked: ${retry}.`, retry }
    : undefined;
}

type Report = LineOf<'report'>;

/** Records the response to the report, whatever it is. */
async function report(
  attempt: Pick<Attempt, 'record'> & { readonly isLate?: boolean },
  kind: Report['report'],
  send: () => Promise<{ readonly status: Report['answer'] } | void>,
): Promise<Report['answer']> {
  const line = { type: 'report', report: kind, isLate: attempt.isLate ?? false } as const;
  try {
    const answer = (await send())?.status ?? ANSWER_OF_RELEASE;
    attempt.record({ ...line, answer });
    return answer;
  } catch (error) {
    attempt.record({ ...line, answer: error instanceof LeaseLostError ? 'lost' : 'unanswered' });
    throw error;
  }
}

/** The response to a release has no content. */
const ANSWER_OF_RELEASE = 'queued';

/**
 * Never reports success: while the control plane considers the lease valid, it would accept that,
 * although nothing was done.
 */
async function reportLate({ lease, record }: Attempt, client: ControlPlaneClient): Promise<void> {
  const stubborn = client.reporter(lease, AbortSignal.timeout(LATE_REPORT_DEADLINE_MS));
  await report({ record, isLate: true }, 'fail', () => stubborn.fail(lost, outputOf(lease))).catch(
    () => undefined,
  );
}

/** Output that identifies the attempt. */
function outputOf(lease: Lease): Output {
  return { output_data: [{ json_data: { epoch: lease.lease_epoch } }], for_loop_status: [] };
}

function stepsOf(lease: Lease) {
  return Array.from({ length: Number(parameter(lease, 'steps')) }, (_, sequence) => ({
    sequence,
    node_path: `nodes[${sequence}]`,
    kind: 'sleep_action',
    outcome: 'done' as const,
    started_at: new Date().toISOString(),
    duration_ms: Number(parameter(lease, 'work_ms')),
    page_url: 'about:blank',
  }));
}

function parameter(lease: Lease, name: string): string | undefined {
  return lease.task.input_parameters[name]?.[0];
}

/** Returns false if the signal ended the wait. */
async function passed(durationMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(durationMs, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
