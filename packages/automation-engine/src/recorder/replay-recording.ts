import { abortable, openDeadline } from '@errand/foundation';
import { Secret } from '@errand/secrets';
import type { Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type { StepEvent } from '../reports/run-events.ts';
import { runAutomation } from '../run/run-automation.ts';
import type { RunDependencies } from '../run/run-dependencies.ts';
import type { RunResult } from '../run/run-result.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';
import { concealCovered } from './conceal-covered.ts';
import { COVERED_WITHIN_MS, type CoveredSteps, findCovered } from './find-covered.ts';
import { candidatesOf, type Step } from './recorded-steps.ts';
import { type StepChoice, type StepChoices, writeNodes, type WrittenStep } from './write-nodes.ts';
import {
  parseRecorded,
  type RecordedNode,
  type Recording,
  type RecordingSource,
  type ReplayOutcome,
  writeRecording,
} from './write-recording.ts';

/** Each repair runs the recording from the start. */
const MOST_REPAIRS = 6;
const MOST_OTHER_LOCATORS = 2;
/** Limit for all tries together. */
const USUAL_DEADLINE_MS = 600_000;
const PAGE_CLOSES_WITHIN_MS = 10_000;

export interface ReplayOptions {
  /**
   * Opens a page in a clean browser context; called once for each try. Disposing closes it. Once
   * the signal fires, the page is no longer awaited: one that opens later is closed.
   */
  readonly openPage: () => Promise<OpenedPage>;
  /** Values of the secrets by name, or a resolver for them. They are used but not kept. */
  readonly secrets?: Readonly<Record<string, string>> | SecretResolver | undefined;
  /** Files that the recording uploads. */
  readonly inputFiles?: readonly InputFileOnDisk[] | undefined;
  readonly downloadsDirectory: string;
  /** Stops the replay: nodes that it has not reached are marked as such. */
  readonly signal: AbortSignal;
  /** How long all tries together may take, including opening their pages. Default: 10 minutes. */
  readonly deadlineMs?: number | undefined;
  readonly dependencies?: Partial<RunDependencies> | undefined;
}

type OpenedPage = AsyncDisposable & { readonly page: Page };

/**
 * Replays a recording in a clean browser and marks every node. A step that fails is tried with its
 * next locators; the returned recording contains those that worked. Once the signal fires or the
 * deadline passes, nothing else is tried, and the best try so far is returned. Text that a page
 * covers with bullets, or of which that cannot be seen, becomes a secret.
 */
export async function replayRecording(
  recording: Recording,
  { deadlineMs = USUAL_DEADLINE_MS, ...options }: ReplayOptions,
): Promise<Recording> {
  using deadline = openDeadline(options.signal, deadlineMs);
  const limited = { ...options, deadlineMs, signal: deadline.signal };
  const covered = new Set<Step>();
  const unchecked = new Set<Step>();
  const replay = async (choices: StepChoices): Promise<Replay> => {
    const replayed = await replayOnce(recording.source, choices, limited);
    for (const step of replayed.covered) covered.add(step);
    for (const step of replayed.unchecked) unchecked.add(step);
    return replayed;
  };
  let best = await replay(new Map());
  let left = MOST_REPAIRS;
  for (let repairs = repairsOf(recording.source.steps, best); repairs.length > 0;) {
    const [repair, ...others] = repairs;
    if (!repair || left === 0 || deadline.signal.aborted) break;
    left -= 1;
    const choices = new Map([...best.choices, repair]);
    const next = await replay(choices);
    const isBetter = next.passed > best.passed;
    if (isBetter) best = next;
    repairs = isBetter ? repairsOf(recording.source.steps, best) : others;
  }
  return covered.size + unchecked.size === 0
    ? best.recording
    : concealCovered(best.recording, { choices: best.choices, covered, unchecked });
}

type LimitedReplay = ReplayOptions & { readonly deadlineMs: number };

interface Replay extends CoveredSteps {
  readonly recording: Recording;
  readonly choices: StepChoices;
  /** The number of nodes that passed. */
  readonly passed: number;
  readonly failedStep: Step | undefined;
}

type Repair = readonly [Step, StepChoice];

/** Other ways to perform the failed step and the one before it. */
function repairsOf(steps: readonly Step[], { failedStep, choices }: Replay): Repair[] {
  if (!failedStep) return [];
  const chosen = choices.get(failedStep) ?? {};
  const from = (chosen.candidate ?? 0) + 1;
  const locators = candidatesOf(failedStep)
    .map(({ count }, candidate) => ({ count, candidate }))
    .filter(({ count, candidate }) => count === 1 && candidate >= from)
    .slice(0, MOST_OTHER_LOCATORS)
    .map(({ candidate }): Repair => [failedStep, { ...chosen, candidate }]);
  const isHoverable = failedStep.hovered !== undefined && !chosen.isHovered;
  const hovering: Repair[] = isHoverable ? [[failedStep, { ...chosen, isHovered: true }]] : [];
  const before = steps[steps.indexOf(failedStep) - 1];
  const typed = [before, failedStep]
    .filter((step) => step?.act.kind === 'fill' && !step.act.isTyped)
    .flatMap((step): Repair[] => (step ? [[step, { ...choices.get(step), isTyped: true }]] : []));
  return [...hovering, ...locators, ...typed];
}

async function replayOnce(
  source: RecordingSource,
  choices: StepChoices,
  options: LimitedReplay,
): Promise<Replay> {
  options.signal.throwIfAborted();
  const recording = writeRecording(source, choices);
  const { written } = writeNodes(source.steps, choices);
  const events: StepEvent[] = [];
  const { result, ...seen } = await runOnce({ recording, written, choices, events }, options);
  const nodes = recording.report.nodes.map((node) => ({ ...node, ...outcomeOf(node, events) }));
  const failed = nodes.findIndex(({ outcome }) => outcome === 'failed');
  const reason = failed >= 0 ? 'An earlier node failed.' : whyIncomplete(result, options);
  const marked = reason === undefined ? nodes : nodes.map((node) => explain(node, reason));
  return {
    recording: { ...recording, report: { ...recording.report, nodes: marked } },
    choices,
    passed: nodes.filter(({ outcome }) => outcome === 'passed').length,
    failedStep: written[failed]?.step,
    ...seen,
  };
}

type Ran = RunResult | Pick<Extract<RunResult, { status: 'aborted' }>, 'status' | 'reason'>;

interface Try {
  readonly recording: Recording;
  readonly written: readonly WrittenStep[];
  readonly choices: StepChoices;
  readonly events: StepEvent[];
}

async function runOnce(
  one: Try,
  options: ReplayOptions,
): Promise<CoveredSteps & { readonly result: Ran }> {
  const opened = await openInTime(options);
  if (!opened) {
    const nothing = { covered: new Set<Step>(), unchecked: new Set<Step>() };
    return { result: { status: 'aborted', reason: options.signal.reason }, ...nothing };
  }
  await using owned = new AsyncDisposableStack();
  owned.defer(() => closeInTime(opened));
  const result = await runOn(opened.page, one, options);
  return { result, ...(await lookForCovered(opened.page, one, options)) };
}

/** Looks until every text has been shown for a while. */
async function lookForCovered(
  page: Page,
  { written, choices, events }: Try,
  { signal }: ReplayOptions,
): Promise<CoveredSteps> {
  const typed = new Map<Step, number>();
  let last = -Infinity;
  for (const { step, path } of written) {
    const done = events.find((event) => event.nodePath === path && event.outcome === 'done');
    if (!done || (step.act.kind !== 'fill' && step.act.kind !== 'letters')) continue;
    typed.set(step, choices.get(step)?.candidate ?? 0);
    last = Math.max(last, done.startedAt.getTime() + done.durationMs);
  }
  const shownForMs = Date.now() - last;
  const until = performance.now() + COVERED_WITHIN_MS - shownForMs;
  return findCovered(page, typed, { until, signal });
}

/** Undefined once the signal has fired. */
async function openInTime({ openPage, signal }: ReplayOptions): Promise<OpenedPage | undefined> {
  const opening = openPage();
  try {
    return await abortable(opening, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    // No longer awaited: the replay was stopped, and its browser ends with the session.
    opening.then(closeInTime).catch(() => undefined);
    return undefined;
  }
}

/** A page that does not close is left behind. */
async function closeInTime(opened: OpenedPage): Promise<void> {
  const closing = opened[Symbol.asyncDispose]();
  await settlesWithin(
    Promise.resolve(closing),
    PAGE_CLOSES_WITHIN_MS,
    new AbortController().signal,
  );
}

function runOn(
  page: Page,
  { recording, events }: Pick<Try, 'events' | 'recording'>,
  { secrets = {}, inputFiles, downloadsDirectory, signal, dependencies }: ReplayOptions,
): Promise<RunResult> {
  const names = Object.keys(recording.secure_parameters);
  return runAutomation(
    parseRecorded(recording),
    {
      inputParameters: recording.inputs,
      secretCounts: Object.fromEntries(names.map((name) => [name, 1])),
    },
    {
      logger: { warn: () => undefined },
      ...dependencies,
      page,
      signal,
      downloadsDirectory,
      inputFiles,
      secrets: resolverFor(secrets),
      onEvent: (event) => events.push(event),
    },
  );
}

function resolverFor(secrets: NonNullable<ReplayOptions['secrets']>): SecretResolver {
  if (typeof secrets['resolve'] === 'function') return secrets as SecretResolver;
  const values = secrets as Readonly<Record<string, string>>;
  return {
    async resolve({ name }) {
      const value = values[name];
      if (value === undefined) {
        throw new Error(`The replay was given no value for the secret "${name}".`);
      }
      return { secret: new Secret(name, value), expiresAt: null, allowedOrigins: null };
    },
  };
}

function outcomeOf(
  { node_path: path, kind }: RecordedNode,
  events: readonly StepEvent[],
): ReplayOutcome {
  const own = events.filter((event) => withoutIterations(event.nodePath) === path);
  const failed = own.find(({ outcome }) => outcome === 'failed');
  if (own.length === 0 || failed?.errorClass === 'aborted') return { outcome: 'not_reached' };
  if (failed) return { outcome: 'failed', reason: failed.errorMessage };
  const skipped = own.find(({ outcome }) => outcome === 'skipped');
  if (skipped && kind === 'loop') {
    return { outcome: 'failed', reason: 'The loop found no rows, but there were some to record.' };
  }
  return skipped ? { outcome: 'passed', reason: skipped.reason } : { outcome: 'passed' };
}

/** `nodes[3][0].nodes[1]` is the second node in the loop at `nodes[3]`. */
function withoutIterations(path: string): string {
  return path.replaceAll(/(nodes\[\d+\])\[\d+\]/g, '$1');
}

function whyIncomplete(result: Ran, { deadlineMs }: LimitedReplay): string | undefined {
  if (result.status === 'success') return undefined;
  if (result.status === 'failed') return result.error.message;
  const { reason } = result;
  if (!(reason instanceof DOMException))
    return String(reason instanceof Error ? reason.message : reason);
  return reason.name === 'TimeoutError'
    ? `The replay did not end within ${deadlineMs / 1_000} s.`
    : 'The replay was stopped.';
}

function explain(node: RecordedNode, reason: string): RecordedNode {
  return node.outcome === 'not_reached' ? { ...node, reason } : node;
}
