import type { AnsweredDialog, HealedLocator, StepEvent } from '@errand/automation-engine';
import { setTimeout as delay } from 'node:timers/promises';
import { type EvidenceLink, evidenceFiles } from './artifacts/evidence-files.ts';
import type { StepStrip } from './artifacts/step-strip.ts';
import {
  type ArtifactFile,
  uploadArtifacts,
  UploadError,
  type UploadSignals,
} from './artifacts/upload-artifacts.ts';
import { StorageRefusedError } from './control-plane-errors.ts';
import type { Step, TaskReporter } from './task-reporter.ts';

/**
 * Steps that end within this time are sent in one batch. It is longer while steps keep coming,
 * because a report costs the control plane several statements.
 */
const FIRST_WINDOW_MS = 100;
const NEXT_WINDOW_MS = 400;
/** Limits how long a run waits to store thumbnails, which are optional. */
const PICTURE_PATIENCE_MS = 5_000;
/** Maximum the control plane accepts in one call. */
const BATCH_SIZE = 500;
/**
 * The control plane accepts bodies of 10 MiB; long messages and URLs could make a full batch
 * larger.
 */
const BATCH_BYTES = 4 * 1024 ** 2;

export interface StepReporter {
  readonly add: (event: StepEvent) => void;
  /** Aborts at the first report that is refused, with its error. */
  readonly refused: AbortSignal;
  /**
   * Sends all pending steps immediately and waits until they are reported. Throws what the reports
   * threw.
   */
  readonly flush: () => Promise<void>;
}

type Dialog = NonNullable<Step['dialogs']>[number];

type StepCalls = Pick<TaskReporter, 'reportSteps' | 'createArtifacts' | 'confirmArtifacts'>;

/**
 * Reports steps in batches while the automation continues. `signal` ends its waits; after
 * `timeOver` no files are stored. After a failed report nothing more is sent or kept.
 */
export function createStepReporter(
  reporter: StepCalls,
  strip: Pick<StepStrip, 'filesOf'>,
  signals: UploadSignals,
): StepReporter {
  let waiting: StepEvent[] = [];
  let sending: Promise<void> | undefined;
  const refusal = new AbortController();
  const refused = refusal.signal;
  const flush = Promise.withResolvers<void>();
  const flushed = flush.promise;
  const nextWindow = createWindows();

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      // Without this wait, the steps that end while a batch is sent would go one by one.
      if (waiting.length < BATCH_SIZE) await pause(nextWindow(), { flushed, ...signals });
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      const steps = await storeFiles({ reporter, strip, signals }, batch);
      for (const part of splitBySize(steps)) await reporter.reportSteps(part);
    }
  }

  function startSending(): void {
    sending = sendAll()
      .catch((error: unknown) => {
        waiting = [];
        refusal.abort(error);
      })
      .finally(() => {
        sending = undefined;
      });
  }

  return {
    refused,
    add(event) {
      if (refused.aborted) return;
      waiting.push(event);
      if (!sending) startSending();
    },
    async flush() {
      flush.resolve();
      while (sending || waiting.length > 0) {
        if (!sending) startSending();
        await sending;
      }
      refused.throwIfAborted();
    },
  };
}

/** Waits until the time is up or the steps are flushed. Throws when the signal fires. */
async function pause(
  windowMs: number,
  { flushed, signal }: { readonly flushed: Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race([delay(windowMs, undefined, { signal: either }), flushed]);
  } finally {
    over.abort();
  }
}

/**
 * Returns a function that returns how long to collect steps from now on. `now` is in milliseconds.
 */
export function createWindows(now: () => number = () => performance.now()): () => number {
  let endsAt = -Infinity;
  return () => {
    const isPaused = now() > endsAt + NEXT_WINDOW_MS;
    const windowMs = isPaused ? FIRST_WINDOW_MS : NEXT_WINDOW_MS;
    endsAt = now() + windowMs;
    return windowMs;
  };
}

/** Stores the thumbnails and evidence of the steps, and links them. */
async function storeFiles(
  given: {
    readonly reporter: StepCalls;
    readonly strip: Pick<StepStrip, 'filesOf'>;
    readonly signals: UploadSignals;
  },
  batch: readonly StepEvent[],
): Promise<readonly Step[]> {
  const { reporter, strip, signals } = given;
  const files = await strip.filesOf(batch);
  const pictures = await uploadNamed(reporter, files, signals);
  const steps: Step[] = [];
  for (const event of batch) {
    const { sequence } = event;
    const evidence = await uploadNamed(reporter, evidenceFiles(event), signals);
    const picture = pictures.ids.get(sequence);
    const leftOut = evidence.leftOut ?? (files.has(sequence) ? pictures.leftOut : undefined);
    steps.push(toStep(event, { picture, evidence: evidence.ids, leftOut }));
  }
  return steps;
}

function splitBySize(steps: readonly Step[]): readonly (readonly Step[])[] {
  let part: Step[] = [];
  const parts = [part];
  let bytes = 0;
  for (const step of steps) {
    const added = Buffer.byteLength(JSON.stringify(step)) + 1;
    if (bytes + added > BATCH_BYTES) {
      part = [];
      parts.push(part);
      bytes = 0;
    }
    part.push(step);
    bytes += added;
  }
  return parts;
}

interface StepFiles {
  readonly picture?: string | undefined;
  readonly evidence?: ReadonlyMap<EvidenceLink, string>;
  /** Why files of the step were not stored. */
  readonly leftOut?: string | undefined;
}

/** Describes a step with the ids of its stored files. Default: none. */
export function toStep(
  event: StepEvent,
  { picture, evidence = new Map(), leftOut }: StepFiles = {},
): Step {
  return {
    sequence: event.sequence,
    node_path: event.nodePath.slice(0, 1_000),
    kind: event.kind,
    outcome: event.outcome,
    ...(event.reason !== undefined && { reason: event.reason.slice(0, 2_000) }),
    ...(event.errorClass !== undefined && { error_class: event.errorClass }),
    ...(event.errorMessage !== undefined && { error_message: event.errorMessage.slice(0, 10_000) }),
    started_at: event.startedAt.toISOString(),
    duration_ms: Math.round(event.durationMs),
    page_url: event.pageUrl.slice(0, 8_192),
    ...(picture !== undefined && { screenshot_artifact_id: picture }),
    ...Object.fromEntries(evidence),
    ...(leftOut !== undefined && { files_left_out: leftOut.slice(0, 2_000) }),
    ...(event.means && { means: event.means.map((tried) => ({ ...tried })) }),
    ...(event.httpStatus !== undefined && { http_status: event.httpStatus }),
    ...(event.waitedFor && { waited_for: event.waitedFor.map((cause) => cause.slice(0, 300)) }),
    ...(event.dialogs && { dialogs: event.dialogs.map(toDialog) }),
    ...(event.healedLocator && { healed_locator: toHealedLocator(event.healedLocator) }),
  };
}

function toDialog({ type, message, action, text }: AnsweredDialog): Dialog {
  const typed = text === undefined ? {} : { text: text.slice(0, 1_000) };
  return { type, message: message.slice(0, 1_000), action, ...typed };
}

function toHealedLocator(healed: HealedLocator): NonNullable<Step['healed_locator']> {
  const { failedCommand, command, candidates, pageUrl } = healed;
  return {
    ...(failedCommand !== undefined && { failed_command: failedCommand.slice(0, 10_000) }),
    command,
    candidates: candidates.map((candidate) => ({ ...candidate })),
    page_url: pageUrl.slice(0, 8_192),
  };
}

interface StoredFiles<Key> {
  readonly ids: ReadonlyMap<Key, string>;
  /** Why no files were stored. */
  readonly leftOut?: string;
}

/**
 * Returns the ids of the files by the same keys; empty if a file cannot be stored, which must not
 * cost the step reports.
 */
async function uploadNamed<Key>(
  reporter: StepCalls,
  files: ReadonlyMap<Key, ArtifactFile>,
  signals: UploadSignals,
): Promise<StoredFiles<Key>> {
  try {
    const options = { ...signals, patienceMs: PICTURE_PATIENCE_MS };
    const ids = await uploadArtifacts(reporter, [...files.values()], options);
    return { ids: new Map([...files.keys()].map((key, index) => [key, ids[index] ?? ''])) };
  } catch (error) {
    const isTolerable = error instanceof UploadError || error instanceof StorageRefusedError;
    if (!isTolerable) throw error;
    return { ids: new Map(), leftOut: error.message };
  }
}
