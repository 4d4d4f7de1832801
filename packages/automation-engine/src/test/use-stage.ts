import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { openBrowser } from '@errand/test-kit';
import type { ModelServer } from '@errand/test-kit/model-server';
import { type OpenModels, openModels } from './open-models.ts';
import { openStage, type Stage } from './run-on-page.ts';
import type { ModelRequest } from './scripted-answers.ts';

/** A stage that is open during the tests of a file. */
type UsedStage = Pick<Stage, 'debug' | 'run' | 'url'>;

/** Opens a browser and a stage for the tests of a file. */
export function useStage(routes?: RequestListener): UsedStage {
  const owned = new AsyncDisposableStack();
  let opened: Stage | undefined;
  const stage = () => mustBeOpen(opened);
  beforeAll(async () => {
    const browser = owned.use(await openBrowser());
    opened = owned.use(await openStage(browser, routes));
  });
  afterAll(() => owned.disposeAsync());
  return {
    get url() {
      return stage().url;
    },
    run: (...parameters) => stage().run(...parameters),
    debug: (...parameters) => stage().debug(...parameters),
  };
}

/** A scripted model server, a new one for each test of a file. */
interface UsedModels {
  readonly server: ModelServer;
  /** Runs nodes on the stage, with models that call the server. */
  readonly run: Stage['run'];
  /** Purposes of the requests so far. */
  readonly purposes: () => readonly string[];
  /** The first request for a purpose. */
  readonly requestFor: (purpose: string) => ModelRequest;
}

/** Opens models for each test of a file. A test fails when the server refused a request. */
export function useModels(stage: UsedStage): UsedModels {
  let opened: OpenModels | undefined;
  const models = () => mustBeOpen(opened);
  beforeEach(async () => {
    opened = await openModels();
  });
  afterEach(async () => {
    const { refusals } = models().server;
    await models()[Symbol.asyncDispose]();
    if (refusals.length > 0) throw new Error(refusals.join('\n'));
  });
  return {
    get server() {
      return models().server;
    },
    run(page, nodes, options = {}) {
      const dependencies = { ...models().dependencies, ...options.dependencies };
      return stage.run(page, nodes, { ...options, dependencies });
    },
    purposes: () => models().server.requests.map(({ purpose }) => purpose),
    requestFor(purpose) {
      const found = models().server.requests.find((request) => request.purpose === purpose);
      if (!found) throw new Error(`Nobody asked for ${purpose}.`);
      return found;
    },
  };
}

function mustBeOpen<Opened>(opened: Opened | undefined): Opened {
  if (opened) return opened;
  throw new Error('A stage is open only during tests.');
}
