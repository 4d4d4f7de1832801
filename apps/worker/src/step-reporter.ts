import type { HealedLocator, StepEvent } from '@errand/automation-engine';
import { setTimeout as delay } from 'node:timers/promises';
import { evidenceFiles } from './artifacts/evidence-files.ts';
import type { StepStrip } from './artifacts/step-strip.ts';
import { type ArtifactFile, uploadArtifacts, UploadError } from './artifacts/upload-artifacts.ts';
import type { Step, TaskReporter } from './task-reporter.ts';

/** Steps that end within this time travel together. */
const BATCH_WINDOW_MS = 100;
/** The control plane takes this many in one call. */
const BATCH_SIZE = 500;
/** It takes bodies of 10 MiB; long messages and addresses would make a full batch larger. */
const BATCH_BYTES = 4 * 1024 ** 2;

export interface StepReporter {
  readonly add: (event: StepEvent) => void;
  /** Waits until every step so far is reported. Throws what the reports threw. */
  readonly flush: () => Promise<void>;
}

type StepCalls = Pick<TaskReporter, 'reportSteps' | 'createArtifacts' | 'confirmArtifacts'>;

/**
 * Reports steps in batches while the automation goes on. `signal` ends its waits. After a report that failed nothing more
 * is sent or kept.
 */
export function createStepReporter(
  reporter: StepCalls,
  strip: Pick<StepStrip, 'filesOf'>,
  signal: AbortSignal,
): StepReporter {
  let waiting: StepEvent[] = [];
  let sending: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function sendAll(): Promise<void> {
    await delay(BATCH_WINDOW_MS, undefined, { signal });
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      const pictures = await uploadPictures(reporter, await strip.filesOf(batch), signal);
      const steps: Step[] = [];
      for (const event of batch) {
        const evidence = await uploadEvidence(reporter, event, signal);
        steps.push(toStep(event, evidence ?? pictures.get(event.sequence)));
      }
      for (const part of splitBySize(steps)) await reporter.reportSteps(part);
    }
  }

  function startSending(): void {
    sending = sendAll()
      .catch((error: unknown) => {
        failure ??= { error };
        waiting = [];
      })
      .finally(() => {
        sending = undefined;
      });
  }

  return {
    add(event) {
      if (failure) return;
      waiting.push(event);
      if (!sending) startSending();
    },
    async flush() {
      while (sending || waiting.length > 0) {
        if (!sending) startSending();
        await sending;
      }
      if (failure) throw failure.error;
    },
  };
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

function toStep(event: StepEvent, artifactId: string | undefined): Step {
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
    ...(artifactId !== undefined && { screenshot_artifact_id: artifactId }),
    ...(event.means && { means: event.means.map((tried) => ({ ...tried })) }),
    ...(event.healedLocator && { healed_locator: toHealedLocator(event.healedLocator) }),
  };
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

/** Answers the id of the screenshot of a failed step. */
async function uploadEvidence(
  reporter: StepCalls,
  event: StepEvent,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ids = await uploadIfPossible(reporter, evidenceFiles(event), signal);
  return event.evidence?.screenshot ? ids[0] : undefined;
}

/** Answers ids by the sequences of their steps. */
async function uploadPictures(
  reporter: StepCalls,
  files: ReadonlyMap<number, ArtifactFile>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const ids = await uploadIfPossible(reporter, [...files.values()], signal);
  return new Map(
    [...files.keys()].slice(0, ids.length).map((step, index) => [step, ids[index] ?? '']),
  );
}

/** Answers no ids when a file cannot be stored: that must not cost the steps their report. */
async function uploadIfPossible(
  reporter: StepCalls,
  files: readonly ArtifactFile[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    return await uploadArtifacts(reporter, files, signal);
  } catch (error) {
    if (error instanceof UploadError) return [];
    throw error;
  }
}
