import type { PicturedRun } from './pictured-run.ts';
import { abortable } from '@errand/foundation';
import type { ActionOutcome } from '../action-outcome.ts';
import { explainFailure } from './explain-failure.ts';
import type { Failure } from './describe-failure.ts';
import { collectEvidence } from './evidence/collect-evidence.ts';
import type { RunFailure, StepEvent } from '../reports/run-events.ts';
import type { StepActivity } from '../reports/step-activity.ts';
import type { StepRecord } from '../reports/step-record.ts';
import type { StepReports } from '../reports/step-reports.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { RunTrace } from '../traces/run-trace.ts';
import { currentStatus, currentUrl } from '../page/pages/current-url.ts';
import { captureScreenThumbnail, captureThumbnail } from './capture-thumbnail.ts';

interface Step {
  /** `nodes[3]` */
  readonly path: string;
  readonly kind: string;
  /** Params of its action, as written in the automation. */
  readonly params?: unknown;
}

export type RunStep = (
  step: Step,
  execute: () => Promise<ActionOutcome>,
) => Promise<RunFailure | undefined>;

/** What reporting a step needs from a run. */
export interface StepRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  readonly pictures: PicturedRun;
  readonly activity: StepActivity;
  readonly dependencies: RunDependencies;
  readonly secrets: RunSecrets;
  readonly trace: RunTrace | undefined;
  readonly stepRecord: StepRecord;
  readonly stepReports: StepReports;
}

/**
 * Runs one step and reports its end. Returns its failure, so that the caller decides what follows;
 * rejects with the signal's reason when the caller aborts the run.
 */
export async function runStep(
  run: StepRun,
  { path, kind, params }: Step,
  execute: () => Promise<ActionOutcome>,
): Promise<RunFailure | undefined> {
  const { dependencies, signal } = run;
  const started = performance.now();
  const startedAt = new Date();
  const sequence = run.stepReports.begin();
  run.activity.beginStep();
  run.stepRecord.beginStep();
  run.trace?.beginStep({ sequence, path, kind, params }, run.pages);
  const emit = (ending: Pick<StepEvent, 'outcome'> & Partial<StepEvent>) => {
    const event: StepEvent = {
      sequence,
      nodePath: path,
      kind,
      startedAt,
      durationMs: performance.now() - started,
      pageUrl: currentUrl(run),
      ...currentStatus(run),
      ...describeDialogs(run),
      ...run.stepRecord.describe(),
      ...describeLog(run),
      ...ending,
    };
    run.trace?.endStep(describeForTrace(event), run.pages);
    run.stepReports.add(event);
  };
  try {
    signal.throwIfAborted();
    // Some waits of the browser do not support a signal.
    const outcome = await abortable(execute(), signal);
    offerPicture(run, sequence);
    emit(outcome);
    return undefined;
  } catch (error) {
    const failure = await explainFailure(error, run);
    const evidence = await collectEvidence(run.pictures);
    emit({ ...describeEnding(failure), ...(evidence ? { evidence } : {}) });
    dependencies.signal.throwIfAborted();
    return { ...failure, nodePath: path, pageUrl: currentUrl(run), ...currentStatus(run) };
  }
}

function offerPicture(run: StepRun, sequence: number): void {
  const { dependencies, pages, pictures } = run;
  const { desktop } = pictures;
  if (!dependencies.page && desktop) {
    dependencies.onStepDone?.({
      sequence,
      capture: () => captureScreenThumbnail(desktop, pictures),
    });
  }
  if (pages.count === 0) return;
  const { page } = pages.current();
  const capture = async () => {
    const takenAt = performance.now();
    const thumbnail = await captureThumbnail(page, pictures);
    if (thumbnail) run.trace?.picture(page, thumbnail, takenAt);
    return thumbnail?.content;
  };
  dependencies.onStepDone?.({ sequence, capture });
}

function describeDialogs({ activity }: Pick<StepRun, 'activity'>): Pick<StepEvent, 'dialogs'> {
  const dialogs = activity.takeDialogs();
  return dialogs.length > 0 ? { dialogs } : {};
}

function describeLog({ activity }: Pick<StepRun, 'activity'>): Pick<StepEvent, 'log'> {
  const log = activity.log();
  return log.length > 0 ? { log } : {};
}

function describeForTrace(event: StepEvent) {
  const { errorClass, errorMessage, log = [], means = [], reason, waitedFor = [] } = event;
  return {
    log: [
      ...(reason === undefined ? [] : [`skipped: ${reason}`]),
      ...means.map((tried) => [tried.kind, tried.outcome, tried.reason ?? ''].join(' ').trim()),
      ...waitedFor.map((cause) => `still active: ${cause}`),
      ...log,
    ],
    ...(errorClass === undefined
      ? {}
      : { error: { name: errorClass, message: errorMessage ?? '' } }),
  };
}

function describeEnding({ class: errorClass, message: errorMessage }: Failure) {
  return { outcome: 'failed', errorClass, errorMessage } as const;
}
