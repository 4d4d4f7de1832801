import { type Bindings, createBindings, type Scope } from '@errand/expressions';
import type { EgressGuard } from '@errand/egress-guard';
import type { JsonValue } from '@errand/foundation';
import type { LanguageModels } from '@errand/language-models';
import { createLocatorResolver, type LocatorResolver } from '@errand/locators';
import type { Powershell, ScriptSandbox } from '@errand/script-sandbox';
import type { Redactor } from '@errand/secrets';
import type { Page } from 'puppeteer';
import { createFencePost, type FencePost } from '../capabilities/agents/navigation-fence.ts';
import type { Automation } from '../document/automation-schema.ts';
import { settlesWithin } from '../deadline.ts';
import type { Desktop } from '@errand/desktop';
import { desktopOfRun } from './desktop-of-run.ts';
import { readerOf, type ReadTexts } from '../screen/read-texts.ts';
import { Downloads } from '../page/downloads/downloads.ts';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type { AutomationError } from '../errors.ts';
import type { HumanEvent, HumanInTheLoop } from '../capabilities/human/human-in-the-loop.ts';
import { createLoopStatuses, type LoopStatuses } from '../reports/loop-status.ts';
import { guardModels, type ModelCall } from '../capabilities/models/guard-models.ts';
import { createDialogAnswers, type DialogAnswers } from '../page/pages/dialog-answers.ts';
import { preparePages } from '../page/browser-settings/prepare-pages.ts';
import { findWantedCalls } from '../document/find-wanted-calls.ts';
import { createNetworkLog, type NetworkLog } from '../page/pages/network-log.ts';
import { PageTracker } from '../page/pages/page-tracker.ts';
import { type StepActivity, watchStepActivity } from '../reports/step-activity.ts';
import { watchResponsiveness } from '../page/pages/watch-responsiveness.ts';
import type { PrivateHandlers } from './private-handler.ts';
import type { DoneStep, StepEvent } from '../reports/run-events.ts';
import { defaultRunLimits, type RunLimits } from '../run-limits.ts';
import { whileMasked } from '../page/screenshots/while-masked.ts';
import { createRunOutput, type RunOutput } from '../reports/run-output.ts';
import { createStepRecord, type StepRecord } from '../reports/step-record.ts';
import { createStepReports, type StepReports } from '../reports/step-reports.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { MessageSource } from '../capabilities/two-factor/message-source.ts';
import type { TwoFactorState } from '../capabilities/two-factor/two-factor-state.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';
import { createRunScripts, type RunScripts } from '../capabilities/scripts/run-scripts.ts';

/** Values that a task brings along, by parameter name. */
export interface RunInputs {
  readonly taskId?: string;
  readonly inputParameters: Readonly<Record<string, readonly JsonValue[]>>;
  /** Number of secrets by name. Default: as many as the automation refers to. */
  readonly secretCounts?: Readonly<Record<string, number>>;
}

export interface RunDependencies {
  /**
   * Open already; the run works in its browser context and leaves it open, unless a page went on without end. Without it
   * the run has a remote desktop only, and a step that needs a page fails as `page_missing`.
   */
  readonly page?: Page | undefined;
  /**
   * The screen that steps act on when the automation asks for that: without it such a run fails as `desktop_unavailable`.
   * It reads texts for every run (`ocr_coordinates`); without it the tesseract of the system does, for English.
   */
  readonly desktop?: Desktop | undefined;
  /** Whether an earlier run of the same login left the page as it is now: it may be reused. Default false. */
  readonly isPageKept?: boolean;
  /** Ends the run at once: cancellation, the task's deadline, a lost lease. */
  readonly signal: AbortSignal;
  /** Belongs to this run alone. Created if it is missing. */
  readonly downloadsDirectory: string;
  /** Files that came with the task, which `input_file` refers to. They lie outside of the downloads. Default: none. */
  readonly inputFiles?: readonly InputFileOnDisk[] | undefined;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
  /** Called in order, once per step, and never waited for. */
  readonly onEvent: (event: StepEvent) => void;
  /** Called when a step has ended well, before its event, and never waited for. Default: nothing. */
  readonly onStepDone?: (step: DoneStep) => void;
  /** Says why the browser did not reach the host of an address, as the end of a sentence. Default: what the browser says. */
  readonly connectionProblem?: (url: string) => string | undefined;
  /** Makes the requests that no browser makes. Default: one that reaches public addresses only. */
  readonly egress?: EgressGuard;
  /** What is missing has its default. */
  readonly limits?: Partial<RunLimits>;
  /** Gives the secrets that steps type. Without it such a step fails as `secret_unavailable`. */
  readonly secrets?: SecretResolver;
  /** Run the `private_node`s. Default: none. */
  readonly privateHandlers?: PrivateHandlers;
  /** Reads the messages that `two_fa_action` finds its code in. Without it such a step fails as `two_fa_messages_unavailable`. */
  readonly messages?: MessageSource;
  /** Lets `human_in_loop_action` wait for a person. Without it such a step fails at once. */
  readonly humanInTheLoop?: HumanInTheLoop;
  /** Answers for the steps that ask a model. Without it they fail as `model_unavailable`. */
  readonly models?: LanguageModels;
  /** Called after every answer of a model with what was asked and answered, secrets taken out; never waited for. */
  readonly onModelCall?: (call: ModelCall) => void;
  /** Runs Python. Without it such a step fails as `script_sandbox_unavailable`. */
  readonly scripts?: ScriptSandbox;
  /** Runs the commands of `powershell_action`. Without it such a step fails as `powershell_unavailable`. */
  readonly powershell?: Powershell;
  /** For `ctx.unique_parameters` of scripts: the inputs that stand for the login. Default: none. */
  readonly uniqueParameters?: Readonly<Record<string, JsonValue>>;
  /** Called when a wait for a person begins and when a person ends it, and never waited for. */
  readonly onHumanEvent?: (event: HumanEvent) => void;
}

/** An image that the run took. */
export interface Screenshot {
  readonly kind: 'screenshot' | 'final_screenshot';
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A crashed page answers nothing any more, not even that it is let go. */
const disposeTimeoutMs = 3000;

/** What the steps of one run share. */
export interface RunState extends AsyncDisposable {
  readonly automation: Automation;
  readonly dependencies: RunDependencies;
  readonly limits: RunLimits;
  /** The caller's signal, and the death of the browser. */
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  /** The screen that steps act on; undefined when they act on elements of the pages. */
  readonly desktop: Desktop | undefined;
  /** Text recognition. */
  readonly readTexts: ReadTexts;
  readonly activity: StepActivity;
  readonly dialogs: DialogAnswers;
  readonly stepRecord: StepRecord;
  readonly fencePost: FencePost;
  readonly downloads: Downloads;
  readonly network: NetworkLog;
  /** What the bindings resolve in; inside a loop it has the loop. */
  readonly scope: Scope;
  readonly bindings: Bindings;
  /** Generated variables by name. */
  readonly variables: Record<string, JsonValue>;
  readonly output: RunOutput;
  readonly secrets: RunSecrets;
  /** Hides every secret that the run has typed; for whatever leaves the run by another way than its dependencies. */
  readonly redact: Redactor;
  readonly twoFactor: TwoFactorState;
  readonly screenshots: Screenshot[];
  readonly loopStatuses: LoopStatuses;
  readonly scripts: RunScripts;
  readonly resolverOf: (page: Page) => Promise<LocatorResolver>;
  /** Whether one more failed step may have pictures as evidence; counts it. */
  readonly takesPictureEvidence: () => boolean;
  /** The only way to a model: what is said through it is redacted. */
  readonly models: LanguageModels | undefined;
  readonly stepReports: StepReports;
}

export async function createRunState(
  automation: Automation,
  inputs: RunInputs,
  { dependencies, secrets }: { dependencies: RunDependencies; secrets: RunSecrets },
): Promise<RunState> {
  await using resources = new AsyncDisposableStack();
  const limits = { ...defaultRunLimits, ...dependencies.limits };
  // Let go last, because that needs pages which answer.
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
  const { models, logger } = dependencies;
  let picturesLeft = limits.maxPictureEvidence;
  return {
    automation,
    dependencies,
    limits,
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
    models:
      models && guardModels(models, { redact: secrets.redact, onCall: dependencies.onModelCall }),
    stepReports: createStepReports(dependencies.onEvent),
    [Symbol.asyncDispose]: () => disposeInTime(owned),
  };
}

/** Between steps there are no loops, and no page to name the address of. */
function createRunDialogs(
  { dialog }: Automation,
  { inputParameters }: RunInputs,
  generatedVariables: Record<string, JsonValue>,
): DialogAnswers {
  return createDialogAnswers(dialog, createBindings({ inputParameters, generatedVariables }));
}

async function disposeInTime(resources: AsyncDisposableStack): Promise<void> {
  await settlesWithin(resources.disposeAsync(), disposeTimeoutMs, new AbortController().signal);
}

/** Watches the pages and downloads of the run; `signal` fires when one of them makes it impossible to go on. */
async function watchRun(
  resources: AsyncDisposableStack,
  dependencies: RunDependencies,
  settings: Pick<RunState, 'automation' | 'dialogs' | 'limits' | 'network' | 'secrets'>,
): Promise<
  Pick<RunState, 'activity' | 'dialogs' | 'downloads' | 'fencePost' | 'pages' | 'signal'>
> {
  const { automation, limits, network, secrets, dialogs } = settings;
  const stopped = new AbortController();
  const stop = (reason: AutomationError) => stopped.abort(reason);
  const signal = AbortSignal.any([dependencies.signal, stopped.signal]);
  const { page, downloadsDirectory: directory } = dependencies;
  const downloads = await Downloads.start(page, { directory, limits, onLimit: stop });
  resources.use(downloads);
  const fencePost = createFencePost();
  const preparation = await preparePages(automation, page);
  resources.use(preparation);
  const activity = watchStepActivity(limits, stop);
  const pages = await PageTracker.start(page, {
    maxOpenPages: limits.maxOpenPages,
    navigationMs: limits.navigationMs,
    onPageOpen: activity.noteOpenedPage,
    answerDialog: dialogs.answer,
    onDialog: activity.noteDialog,
    onCrash: stop,
    async onListen(listeners, opened) {
      await Promise.all([network.listen(listeners, opened), preparation.open(listeners, opened)]);
    },
    async onListenEarly(session) {
      const { prepareNew } = preparation;
      const preparing = [network.listenEarly, fencePost.guardNew, prepareNew];
      await Promise.all(preparing.map((prepare) => prepare(session)));
    },
    onDownload: (guid) => downloads.announce(guid),
    onFile: (obtain, origin) =>
      void downloads.capture((path) => {
        const take = () => obtain(path, { signal, maxBytes: downloads.bytesLeft });
        const isPrinted = !origin && pages.count > 0;
        return isPrinted ? whileMasked(pages.current().page, secrets, take) : take();
      }, origin),
  });
  resources.use(pages);
  resources.defer(async () => {
    if (stopped.signal.aborted) await pages.closeAll();
  });
  resources.use(watchResponsiveness(pages, { ...limits, onUnresponsive: stop }));
  return { activity, dialogs, downloads, fencePost, pages, signal };
}

/** Address of the current page, or nothing when none is left. */
export function currentUrl({ pages }: RunState): string {
  return pages.count > 0 ? pages.current().page.url() : '';
}

/** HTTP status of the document that the current page shows, if it has one. */
export function currentStatus({ pages }: RunState): { readonly httpStatus?: number } {
  const httpStatus = pages.count > 0 ? pages.current().httpStatus() : undefined;
  return httpStatus === undefined ? {} : { httpStatus };
}

/** One resolver per page, made when the page is first searched. */
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

/** The reserved names have their values at the moment they are read. */
function provideReserved(inputs: RunInputs, pages: PageTracker): Record<string, JsonValue> {
  const { taskId } = inputs;
  const provided: Record<string, JsonValue> = { ...inputs.inputParameters };
  return Object.defineProperties(provided, {
    current_time: { get: () => [Math.floor(Date.now() / 1000)] },
    current_page_url: { get: () => [pages.current().page.url()] },
    ...(taskId === undefined ? {} : { task_id: { value: [taskId] } }),
  });
}
