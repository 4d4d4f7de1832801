import type { JsonValue } from '@errand/foundation';
import { createBindings, type Scope } from '@errand/expressions';
import { createEgressGuard } from '@errand/egress-guard';
import { createLocatorResolver, type LocatorResolver } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { TargetRun } from '../capabilities/by-model/target-step.ts';
import type { HumanRun } from '../capabilities/human/human-run.ts';
import type { ScriptRun } from '../capabilities/scripts/script-run.ts';
import type { CodeRun } from '../capabilities/two-factor/code-run.ts';
import { nameAddresses } from './name-addresses.ts';
import type { FileRun } from './file-run.ts';
import type { Automation } from '../document/automation-schema.ts';
import { settlesWithin } from '../deadline.ts';
import { desktopOfRun } from './desktop-of-run.ts';
import { readerOf } from '../screen/read-texts.ts';
import { createLoopStatuses, type LoopStatuses } from '../reports/loop-status.ts';
import { guardModels } from '../capabilities/models/guard-models.ts';
import { createDialogAnswers, type DialogAnswers } from '../page/pages/dialog-answers.ts';
import { findWantedCalls } from './find-wanted-calls.ts';
import { createNetworkLog } from '../page/pages/network-log.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import { defaultRunLimits, type RunLimits } from '../run-limits.ts';
import { createRunOutput } from '../reports/run-output.ts';
import { createStepRecord } from '../reports/step-record.ts';
import { createStepReports, type StepReports } from '../reports/step-reports.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { createRunScripts } from '../capabilities/scripts/run-scripts.ts';
import type { RunDependencies, RunInputs } from './run-dependencies.ts';
import { watchRun } from './watch-run.ts';

/** A crashed page never responds, not even to being released. */
const disposeTimeoutMs = 3000;

/**
 * What the steps of one run share: the slices that the folders below define, and what only the
 * interpreter needs.
 */
export interface RunState
  extends AsyncDisposable, TargetRun, ScriptRun, CodeRun, HumanRun, FileRun {
  readonly automation: Automation;
  readonly dependencies: RunDependencies;
  readonly limits: RunLimits;
  /** Aborts with the caller's signal or when the browser dies. */
  readonly signal: AbortSignal;
  readonly dialogs: DialogAnswers;
  /** What the bindings resolve against; inside a loop it includes the loop. */
  readonly scope: Scope;
  readonly secrets: RunSecrets;
  readonly loopStatuses: LoopStatuses;
  readonly stepReports: StepReports;
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
  const network = resources.use(createNetworkLog(findWantedCalls(automation)));
  const scripts = resources.use(createRunScripts(dependencies.powershell));
  const variables: Record<string, JsonValue> = { ...automation.parameters.generated_parameters };
  const dialogs = createRunDialogs(automation, inputs, variables);
  const settings = { automation, limits, network, secrets, dialogs };
  const watched = await watchRun(resources, dependencies, settings);
  const provided = provideReserved(inputs, watched.pages);
  const scope = { inputParameters: provided, generatedVariables: variables };
  const owned = resources.move();
  const { models, logger, onModelCall: onCall } = dependencies;
  let picturesLeft = limits.maxPictureEvidence;
  return {
    automation,
    dependencies,
    limits,
    ...provide(dependencies),
    ...describe(automation),
    network,
    scripts,
    desktop: desktopOfRun(automation, dependencies),
    readTexts: readerOf(dependencies.desktop),
    ...watched,
    scope,
    bindings: createBindings(scope),
    variables,
    stepRecord: createStepRecord(),
    output: createRunOutput(limits, secrets),
    secrets,
    redact: secrets.redact,
    twoFactor: { windowStart: new Date(), usedMessageIds: new Set() },
    screenshots: [],
    loopStatuses: createLoopStatuses({
      limits,
      onFull: () => logger.warn('status of further loop iterations left out'),
    }),
    resolverOf,
    takesPictureEvidence: () => picturesLeft-- > 0,
    models: models && guardModels(models, { redact: secrets.redact, onCall }),
    stepReports: createStepReports(dependencies.onEvent),
    [Symbol.asyncDispose]: () => disposeInTime(owned),
  };
}

/** Between steps there are no loops, and no page whose address could be read. */
function createRunDialogs(
  { dialog }: Automation,
  { inputParameters }: RunInputs,
  generatedVariables: Record<string, JsonValue>,
): DialogAnswers {
  return createDialogAnswers(dialog, createBindings({ inputParameters, generatedVariables }));
}

/** The run's dependencies, with defaults for the missing ones. */
function provide(dependencies: RunDependencies) {
  const { egress = createEgressGuard({ allowPrivateAddresses: false }) } = dependencies;
  const { messages, humanInTheLoop, onHumanEvent, downloadsDirectory } = dependencies;
  return {
    hasPages: dependencies.page !== undefined,
    egress,
    messages,
    humanInTheLoop,
    onHumanEvent,
    downloadsDirectory,
    inputFiles: dependencies.inputFiles ?? [],
    sandbox: dependencies.scripts,
    uniqueParameters: dependencies.uniqueParameters ?? {},
  };
}

/** What the capabilities need to know about the automation. */
function describe(automation: Automation) {
  return {
    namedAddresses: nameAddresses(automation),
    secretNames: new Set(Object.keys(automation.parameters.secure_parameters)),
    removeEmptyNodes: automation.remove_empty_nodes_in_axtree,
  };
}

async function disposeInTime(resources: AsyncDisposableStack): Promise<void> {
  await settlesWithin(resources.disposeAsync(), disposeTimeoutMs, new AbortController().signal);
}

/** One resolver per page, created when the page is first searched. */
function createResolverCache(resources: AsyncDisposableStack): RunState['resolverOf'] {
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
