import type { JsonValue } from '@errand/foundation';
import { createBindings, type Scope } from '@errand/expressions';
import { createLocatorResolver, type LocatorResolver } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { Automation } from '../document/automation-schema.ts';
import { settlesWithin } from '../deadline.ts';
import type { Downloads } from '../page/downloads/downloads.ts';
import type { PageRun } from '../page/page-run.ts';
import { createDialogAnswers, type DialogAnswers } from '../page/pages/dialog-answers.ts';
import { createNetworkLog, type WantedCalls } from '../page/pages/network-log.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { LoopStatuses } from '../reports/loop-status.ts';
import type { RunOutput } from '../reports/run-output.ts';
import { defaultRunLimits, type RunLimits } from '../run-limits.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { createRunScripts } from '../capabilities/scripts/run-scripts.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createInterpreter } from './create-interpreter.ts';
import { createRunParts } from './create-run-parts.ts';
import { findWantedCalls } from './find-wanted-calls.ts';
import type { Interpreter } from './interpreter.ts';
import type { RunDependencies, RunInputs } from './run-dependencies.ts';
import type { StepRun } from './run-step.ts';
import { createRunTrace } from '../traces/run-trace.ts';
import { watchRun } from './watch-run.ts';

/** A crashed page never responds, not even to being released. */
const DISPOSE_TIMEOUT_MS = 3000;

/** What running the whole automation needs, from its start page to its result. */
export interface RunState extends AsyncDisposable {
  readonly automation: Automation;
  readonly dependencies: RunDependencies;
  readonly limits: RunLimits;
  /** Aborts with the caller's signal or when the browser dies. */
  readonly signal: AbortSignal;
  /** Includes the reserved names. */
  readonly inputParameters: Scope['inputParameters'];
  readonly downloads: Downloads;
  readonly output: RunOutput;
  readonly loopStatuses: LoopStatuses;
  readonly checkpoints: Checkpoints;
  readonly steps: StepRun;
  /** Outside loops. */
  readonly interpreter: Interpreter;
}

export async function createRunState(
  automation: Automation,
  inputs: RunInputs,
  { dependencies, secrets }: { dependencies: RunDependencies; secrets: RunSecrets },
): Promise<RunState> {
  await using resources = new AsyncDisposableStack();
  const limits = { ...defaultRunLimits, ...dependencies.limits };
  // Disposed last, because disposing resolvers needs responsive pages.
  const resolverOf = createResolverCache(resources);
  const network = resources.use(createNetworkLog(wantedCalls(automation, dependencies), limits));
  const scripts = resources.use(createRunScripts(dependencies.powershell));
  const variables: Record<string, JsonValue> = {
    ...automation.parameters.generated_parameters,
    ...inputs.start?.variables,
  };
  const kept = { variables, sentByPerson: new Set<string>() };
  const generated = scopeOf(kept, secrets);
  const dialogs = createRunDialogs(automation, { ...inputs, ...generated });
  const trace = dependencies.trace && createRunTrace(dependencies.trace, secrets);
  const given = { dependencies, secrets, limits, network, dialogs, trace };
  const earlierFiles = inputs.start?.fileCount ?? 0;
  const watched = await watchRun(resources, dependencies, { ...given, automation, earlierFiles });
  const inputParameters = provideReserved(inputs, watched.pages);
  const opened = { ...given, ...kept, resolverOf, scripts, watched, inputParameters };
  const parts = createRunParts(automation, opened);
  for (const entry of inputs.start?.outputData ?? []) parts.output.output.add(entry);
  const owned = resources.move();
  return {
    automation,
    dependencies,
    limits,
    signal: watched.signal,
    inputParameters,
    downloads: watched.downloads,
    output: parts.output.output,
    loopStatuses: parts.nodes.loopStatuses,
    checkpoints: createCheckpoints({
      ...kept,
      secrets,
      pages: watched.pages,
      output: parts.output.output,
      downloads: watched.downloads,
    }),
    steps: parts.steps,
    interpreter: createInterpreter(parts, { inputParameters, ...generated }),
    [Symbol.asyncDispose]: () => disposeInTime(owned, dependencies.logger),
  };
}

function wantedCalls(
  automation: Automation,
  { keepsAllCalls = false }: RunDependencies,
): readonly WantedCalls[] {
  return keepsAllCalls ? [{ urlParts: [], needsBody: true }] : findWantedCalls(automation);
}

/** Between steps there are no loops, and no page whose address could be read. */
function createRunDialogs(
  { dialog }: Automation,
  { inputParameters, generatedVariables, hidesGenerated }: Scope,
): DialogAnswers {
  const bindings = createBindings({ inputParameters, generatedVariables, hidesGenerated });
  return createDialogAnswers(dialog, bindings);
}

interface Generated {
  readonly variables: Record<string, JsonValue>;
  readonly sentByPerson: ReadonlySet<string>;
}

/**
 * One-time codes and a person's answers are variables, and an automation can derive others from
 * them.
 */
function scopeOf(
  { variables, sentByPerson }: Generated,
  secrets: Pick<RunSecrets, 'hasRevealed'>,
): Pick<Scope, 'generatedVariables' | 'hidesGenerated'> {
  return {
    generatedVariables: variables,
    hidesGenerated: () => secrets.hasRevealed() || sentByPerson.size > 0,
  };
}

/** Never rejects: an error here must not replace the result of a run that has ended. */
async function disposeInTime(
  resources: AsyncDisposableStack,
  logger: RunDependencies['logger'],
): Promise<void> {
  try {
    await settlesWithin(resources.disposeAsync(), DISPOSE_TIMEOUT_MS, new AbortController().signal);
  } catch (error) {
    logger.warn('run not released', { error: Error.isError(error) ? error.message : error });
  }
}

/** One resolver per page, created when the page is first searched. */
function createResolverCache(resources: AsyncDisposableStack): PageRun['resolverOf'] {
  const resolvers = new Map<Page, Promise<LocatorResolver>>();
  resources.defer(async () => {
    const settled = await Promise.allSettled(resolvers.values());
    const made = settled.filter((result) => result.status === 'fulfilled');
    await Promise.allSettled(made.map(({ value }) => value[Symbol.asyncDispose]()));
  });
  return (page) => {
    const known = resolvers.get(page);
    if (known) return known;
    const created = createLocatorResolver(page);
    resolvers.set(page, created);
    return created;
  };
}

/** Reserved names get their values when they are read. */
function provideReserved(inputs: RunInputs, pages: PageTracker): Record<string, JsonValue> {
  const { taskId } = inputs;
  const provided: Record<string, JsonValue> = { ...inputs.inputParameters };
  return Object.defineProperties(provided, {
    current_time: { get: () => [Math.floor(Date.now() / 1000)] },
    current_page_url: { get: () => [pages.current().page.url()] },
    ...(taskId === undefined ? {} : { task_id: { value: [taskId] } }),
  });
}
