import type { JsonValue } from '@errand/foundation';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEVER, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { type Automation, parseAutomation } from '../document/index.ts';
import { runAutomation } from '../run/run-automation.ts';
import type { RunResult } from '../run/run-result.ts';
import type { StepEvent } from '../reports/run-events.ts';
import type { RunDependencies, RunInputs } from '../run/run-dependencies.ts';
import type { EngineSession, SessionRun } from '../sessions/engine-session.ts';
import type { SessionDependencies } from '../sessions/live-run.ts';
import { openSession } from '../sessions/open-session.ts';
import { createPagePool, type PagePool } from './page-pool.ts';

export interface RunOptions {
  readonly inputs?: Readonly<Record<string, readonly JsonValue[]>>;
  readonly start?: RunInputs['start'];
  /** Fields of the automation besides `nodes`. */
  readonly automation?: object;
  readonly dependencies?: Partial<RunDependencies>;
  /** Called with the page before the run starts; the page is then a new one. */
  readonly onPage?: (page: Page) => void | Promise<void>;
}

export interface FinishedRun {
  readonly result: RunResult;
  readonly events: readonly StepEvent[];
  readonly page: Page;
  /** Evaluates an expression in the page that the run worked on. */
  readonly read: (expression: string) => Promise<unknown>;
}

export interface Stage extends AsyncDisposable {
  readonly url: string;
  /**
   * Runs nodes, given as raw JSON as in an automation, on a page with this HTML or at this address.
   */
  readonly run: (
    page: string | { readonly path: string },
    nodes: readonly object[],
    options?: RunOptions,
  ) => Promise<FinishedRun>;
  /** Opens a debug session in the same way. The caller disposes it. */
  readonly debug: (
    page: string,
    nodes: readonly object[],
    options?: RunOptions & { readonly until?: string } & Pick<SessionDependencies, 'replay'>,
  ) => Promise<TestSession>;
}

interface TestSession extends AsyncDisposable {
  readonly session: EngineSession;
  readonly opening: SessionRun;
  /** The page that the session started on. */
  readonly page: Page;
}

/** A browser and a web server for runs. `routes` handles every other request. */
export async function openStage(launched: TestBrowser, routes?: RequestListener): Promise<Stage> {
  await using resources = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-engine-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const pages = new Map<string, string>();
  const { server, url } = await serve((request, response) => {
    if (request.url === NEVER) return;
    const html = pages.get(request.url ?? '');
    if (html === undefined && routes) return routes(request, response);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' });
    return response.end(`<!doctype html><meta charset=utf-8>${html ?? 'not here'}`);
  });
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const pool = resources.use(createPagePool(launched.browser, url));
  const prepare = createPreparation({ pages, pool, url, directory, launched });
  const owned = resources.move();
  return {
    url,
    async run(source, nodes, given = {}) {
      const { page, start, options } = await prepare(source, given);
      const run = await runOn(page, { url: start, nodes, ...options.automation }, options);
      pool.giveBack(page, { isReusable: !given.onPage });
      return run;
    },
    async debug(source, nodes, { until, replay, ...given } = {}) {
      const { page, start, options } = await prepare(source, given);
      const automation = { url: start, nodes, ...options.automation };
      const dependencies = {
        ...defaultDependencies(page),
        ...options.dependencies,
        page,
        until,
        replay,
      };
      const opened = await openSession(...argumentsOf(automation, options), dependencies);
      const close = async () => {
        await opened.session[Symbol.asyncDispose]();
        pool.giveBack(page, { isReusable: false });
      };
      return { ...opened, page, [Symbol.asyncDispose]: close };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Creates a function that takes a page for a run, and serves its start page. */
function createPreparation({
  pages,
  pool,
  url,
  directory,
  launched,
}: {
  readonly pages: Map<string, string>;
  readonly pool: PagePool;
  readonly url: string;
  readonly directory: string;
  readonly launched: TestBrowser;
}) {
  let runs = 0;
  return async (source: string | { readonly path: string }, options: RunOptions) => {
    runs += 1;
    const path = typeof source === 'string' ? `/page-${runs}` : source.path;
    if (typeof source === 'string') pages.set(path, source);
    const page = await (options.onPage ? pool.open() : pool.take());
    await options.onPage?.(page);
    const dependencies = {
      downloadsDirectory: join(directory, `run-${runs}`),
      connectionProblem: launched.problemOf,
      ...options.dependencies,
    };
    return { page, start: `${url}${path}`, options: { ...options, dependencies } };
  };
}

async function runOn(page: Page, automation: object, options: RunOptions): Promise<FinishedRun> {
  const events: StepEvent[] = [];
  const result = await runAutomation(...argumentsOf(automation, options), {
    ...defaultDependencies(page),
    onEvent: (event) => events.push(event),
    ...options.dependencies,
  });
  return { result, events, page, read: (expression) => page.evaluate(expression) };
}

function argumentsOf(
  automation: object,
  { inputs = {}, start }: RunOptions,
): [automation: Automation, inputs: RunInputs] {
  const parsed = parseAutomation({
    parameters: { input_parameters: inputs, generated_parameters: {} },
    take_final_screenshot: false,
    ...automation,
  });
  return [parsed, { inputParameters: inputs, start }];
}

function defaultDependencies(page: Page) {
  return {
    page,
    signal: new AbortController().signal,
    downloadsDirectory: '',
    logger: { warn: () => undefined },
    onEvent: () => undefined,
  };
}

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

/** An interaction node that waits only for its element, for one second by default. */
export function interact(
  kind: string,
  params: object,
  { group = {}, node = {} }: { readonly group?: object; readonly node?: object } = {},
) {
  return {
    type: 'action_node',
    interaction_action: { max_tries: 1, [kind]: params, ...group },
    end_sleep_time: 0,
    ...node,
  };
}

/** The failure message of a run, for expectations. */
export function failureOf({ result }: FinishedRun): string {
  return result.status === 'failed' ? `${result.error.class}: ${result.error.message}` : 'success';
}
