import { createApiKey } from '@errand/local-installation';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { streamUrl } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import {
  prepareGateways,
  type GatewayProcess,
  type Gateways,
} from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import { openFleet, type Fleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { openLivePage, type LivePage } from './open-live-page.ts';
import { startBlueSite } from './start-blue-site.ts';

/** Longer than a ticket is valid. */
const LONG_AGO_MS = 120_000;

export interface RunningTask extends AsyncDisposable {
  readonly taskId: string;
}

/**
 * All real parts: control plane, gateway and workers as processes, a web site, and a browser for
 * viewers.
 */
export interface LiveStage extends AsyncDisposable {
  readonly fleet: Fleet;
  readonly startGateway: () => Promise<GatewayProcess>;
  /** Runs these nodes on the blue page. Resolves once the task runs. Disposing cancels the task. */
  readonly start: (nodes: readonly object[]) => Promise<RunningTask>;
  /** Mouse and keyboard events that the blue pages have received so far. */
  readonly heard: readonly string[];
  readonly untilHeard: (line: string) => Promise<void>;
  /** Opens the live page of a task and enters the API key, by default the account's. */
  readonly watch: (taskId: string, apiKey?: string) => Promise<LivePage>;
  /** Opens a page that passes only the stream URL to noVNC. */
  readonly watchWithStockClient: (taskId: string) => Promise<LivePage>;
  /** Waits until the screen shows the colour of the blue page. */
  readonly untilBlue: (live: LivePage) => Promise<void>;
  /** An expired but otherwise valid stream URL. */
  readonly expiredUrl: (taskId: string) => Promise<string>;
  /** Names of the files that the task produced. */
  readonly namesOfFiles: (taskId: string) => Promise<string[]>;
  /** An API key of an account that owns nothing. */
  readonly createStrangersKey: () => Promise<string>;
}

export async function openLiveStage(): Promise<LiveStage> {
  await using owned = new AsyncDisposableStack();
  const gateways = owned.use(await prepareGateways());
  const settings = { ...gateways.controlPlaneSettings, LEASE_SECONDS: '5' };
  const fleet = owned.use(await openFleet(settings));
  const browser = owned.use(await openBrowser());
  const site = owned.use(await startBlueSite());
  const { controlPlane } = fleet;
  const resources = owned.move();
  return {
    fleet,
    heard: site.heard,
    async untilHeard(line) {
      await pollUntil(`the page has received "${line}"`, () => site.heard.includes(line));
    },
    startGateway: () =>
      gateways.start(controlPlane.url, { ALLOWED_ORIGINS: `${controlPlane.url},${site.url}` }),
    async start(nodes) {
      const taskId = await fleet.run(nodes, { url: `${site.url}/` });
      await fleet.untilStatus(taskId, 'running');
      return { taskId, [Symbol.asyncDispose]: () => endTask(fleet, taskId) };
    },
    async watch(taskId, apiKey = controlPlane.apiKey) {
      const live = await openLivePage(browser, `${controlPlane.url}/live/${taskId}`);
      await live.giveKey(apiKey);
      return live;
    },
    async watchWithStockClient(taskId) {
      const url = await streamUrl(controlPlane, taskId);
      return openLivePage(browser, `${site.url}/stock?${encodeURIComponent(url)}`);
    },
    async untilBlue(live) {
      await pollUntil('the colour of the page is visible', async () => {
        return (await live.shareOf(site.colour)) > 0.5;
      });
    },
    expiredUrl: async (taskId) => expire(await streamUrl(controlPlane, taskId), gateways),
    async namesOfFiles(taskId) {
      const { body } = await controlPlane.call('GET', `/api/v1/get_downloads?task_id=${taskId}`);
      const { downloads } = body as { downloads: { filename: string }[] };
      return downloads.map(({ filename }) => filename);
    },
    createStrangersKey: () =>
      createApiKey({ ...controlPlane, environment: process.env }, { account: 'stranger' }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Frees the worker after a failed test. */
async function endTask(fleet: Fleet, taskId: string): Promise<void> {
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${taskId}/cancel`);
  await fleet.untilEnded(taskId);
}

/** The same claims, signed with the right key, but in the past. */
function expire(url: string, gateways: Gateways): string {
  const [, payload = ''] = (new URL(url).searchParams.get('ticket') ?? '').split('.');
  const { sub, account, key, epoch, mode } = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  );
  const claims = { taskId: sub, accountId: account, apiKeyId: key, leaseEpoch: epoch, mode };
  const ticket = gateways.sign(claims, new Date(Date.now() - LONG_AGO_MS));
  return `${gateways.url}/tasks/${sub}?ticket=${ticket}`;
}
