import type { StepEvent } from '@errand/automation-engine';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadArtifacts, type ArtifactFile } from './artifacts/upload-artifacts.ts';
import type { Step, TaskReporter } from './control-plane-client.ts';

/** Steps that end within this time travel together. */
const BATCH_WINDOW_MS = 100;
/** The control plane takes this many in one call. */
const BATCH_SIZE = 500;

export interface StepReporter {
  readonly add: (event: StepEvent) => void;
  /** Waits until every step so far is reported. Throws what the reports threw. */
  readonly flush: () => Promise<void>;
}

/** Reports steps in batches while the automation goes on. `signal` ends its waits. */
export function createStepReporter(reporter: TaskReporter, signal: AbortSignal): StepReporter {
  let waiting: StepEvent[] = [];
  let sending: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function sendAll(): Promise<void> {
    await delay(BATCH_WINDOW_MS, undefined, { signal });
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
      const steps: Step[] = [];
      for (const event of batch) steps.push(await toStep(reporter, event, signal));
      await reporter.reportSteps(steps);
    }
  }

  function startSending(): void {
    sending = sendAll()
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        sending = undefined;
      });
  }

  return {
    add(event) {
      waiting.push(event);
      if (!sending && !failure) startSending();
    },
    async flush() {
      while (sending || (waiting.length > 0 && !failure)) {
        if (!sending) startSending();
        await sending;
      }
      if (failure) throw failure.error;
    },
  };
}

async function toStep(
  reporter: TaskReporter,
  event: StepEvent,
  signal: AbortSignal,
): Promise<Step> {
  const screenshot = event.evidence?.screenshot;
  const [artifactId] = screenshot
    ? await uploadArtifacts(reporter, [evidenceFile(event, screenshot)], signal)
    : [];
  return {
    sequence: event.sequence,
    node_path: event.nodePath,
    kind: event.kind,
    outcome: event.outcome,
    ...(event.reason !== undefined && { reason: event.reason.slice(0, 2_000) }),
    ...(event.errorClass !== undefined && { error_class: event.errorClass }),
    ...(event.errorMessage !== undefined && { error_message: event.errorMessage.slice(0, 10_000) }),
    started_at: event.startedAt.toISOString(),
    duration_ms: Math.round(event.durationMs),
    page_url: event.pageUrl.slice(0, 8_192),
    ...(artifactId !== undefined && { screenshot_artifact_id: artifactId }),
  };
}

function evidenceFile(event: StepEvent, screenshot: Uint8Array): ArtifactFile {
  return {
    filename: `step-${event.sequence}.png`,
    kind: 'evidence',
    content_type: 'image/png',
    source: { content: Uint8Array.from(screenshot) },
  };
}
