import { type Bindings, createBindings, type JsonValue } from '@errand/expressions';
import { createLocatorResolver, type LocatorResolver } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { OutputEntry } from './action-context.ts';
import type { Automation } from './automation/automation-schema.ts';
import { settlesWithin } from './deadline.ts';
import { type DownloadLimits, Downloads } from './downloads/downloads.ts';
import type { RetryScope } from './errors.ts';
import { PageTracker } from './pages/page-tracker.ts';
import type { StepEvent } from './run-events.ts';

/** Values that a task brings along, by parameter name. */
export interface RunInputs {
  readonly taskId?: string;
  readonly inputParameters: Readonly<Record<string, readonly JsonValue[]>>;
}

export interface RunDependencies {
  /** Open already; the run works in its browser context and leaves it open. */
  readonly page: Page;
  /** Ends the run at once: cancellation, the task's deadline, a lost lease. */
  readonly signal: AbortSignal;
  /** Belongs to this run alone. Created if it is missing. */
  readonly downloadsDirectory: string;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
  /** Called in order, once per step, and never waited for. */
  readonly onEvent: (event: StepEvent) => void;
  /** Default: a download begins within 30 s and is complete within 200 s. */
  readonly downloadLimits?: DownloadLimits;
}

/** An image that the run took. */
export interface Screenshot {
  readonly kind: 'screenshot' | 'final_screenshot';
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A crashed page answers nothing any more, not even that it is let go. */
const disposeTimeoutMs = 2000;
const defaultDownloadLimits: DownloadLimits = { startTimeoutMs: 30_000, timeoutMs: 200_000 };

/** What the steps of one run share. */
export interface RunState extends AsyncDisposable {
  readonly automation: Automation;
  readonly dependencies: RunDependencies;
  readonly downloadLimits: DownloadLimits;
  /** The caller's signal, and the death of the browser. */
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  readonly downloads: Downloads;
  readonly bindings: Bindings;
  /** Generated variables by name. */
  readonly variables: Record<string, JsonValue>;
  readonly outputData: OutputEntry[];
  readonly screenshots: Screenshot[];
  readonly resolverOf: (page: Page) => Promise<LocatorResolver>;
  /** Numbers the steps from 0. */
  readonly nextSequence: () => number;
}

export async function createRunState(
  automation: Automation,
  inputs: RunInputs,
  dependencies: RunDependencies,
): Promise<RunState> {
  await using resources = new AsyncDisposableStack();
  const crash = new AbortController();
  const onCrash = (reason: Error & { retry: RetryScope }) => crash.abort(reason);
  const downloads = resources.use(
    await Downloads.start(dependencies.page, dependencies.downloadsDirectory),
  );
  const onDownload = (guid: string) => downloads.announce(guid);
  const pages = resources.use(await PageTracker.start(dependencies.page, { onCrash, onDownload }));
  const resolverOf = createResolverCache(resources);
  const variables: Record<string, JsonValue> = { ...automation.parameters.generated_parameters };
  const provided = provideReserved(inputs, () => pages.current().page.url());
  const owned = resources.move();
  let sequence = 0;
  return {
    automation,
    dependencies,
    downloadLimits: dependencies.downloadLimits ?? defaultDownloadLimits,
    signal: AbortSignal.any([dependencies.signal, crash.signal]),
    pages,
    downloads,
    bindings: createBindings({ inputParameters: provided, generatedVariables: variables }),
    variables,
    outputData: [],
    screenshots: [],
    resolverOf,
    nextSequence: () => sequence++,
    async [Symbol.asyncDispose]() {
      await settlesWithin(owned.disposeAsync(), disposeTimeoutMs, new AbortController().signal);
    },
  };
}

/** Address of the current page, or nothing when none is left. */
export function currentUrl({ pages }: RunState): string {
  return pages.count > 0 ? pages.current().page.url() : '';
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
function provideReserved(inputs: RunInputs, pageUrl: () => string): Record<string, JsonValue> {
  const { taskId } = inputs;
  const provided: Record<string, JsonValue> = { ...inputs.inputParameters };
  return Object.defineProperties(provided, {
    current_time: { get: () => [Math.floor(Date.now() / 1000)] },
    current_page_url: { get: () => [pageUrl()] },
    ...(taskId === undefined ? {} : { task_id: { value: [taskId] } }),
  });
}
