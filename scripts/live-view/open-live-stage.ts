import { listen } from '@errand/app-runtime';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { text } from 'node:stream/consumers';
import {
  prepareGateways,
  type GatewayProcess,
  type Gateways,
} from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import { openFleet, type Fleet } from '../../apps/worker/src/testing/open-fleet.ts';
import { openLivePage, type LivePage } from './open-live-page.ts';

export const BLUE = '#0040c0';

/** A page in one colour that tells what is typed into it. */
const PAGE = `<!doctype html><title>blue</title>
<textarea aria-label="Code" autofocus
  style="position: fixed; inset: 0; border: 0; background: ${BLUE}; color: white"></textarea>
<script>
  for (const kind of ['keydown', 'mousedown', 'paste', 'wheel', 'input']) {
    addEventListener(kind, (event) => fetch('/heard', {
      method: 'POST',
      body: [kind, event.key ?? event.target.value ?? ''].join(' '),
    }), { capture: true });
  }
</script>`;

/** Everything real: control plane, gateway and workers as processes, a web site, and a browser for those who watch. */
export interface LiveStage extends AsyncDisposable {
  readonly fleet: Fleet;
  readonly gateways: Gateways;
  readonly startGateway: () => Promise<GatewayProcess>;
  /** Runs these nodes on the blue page; answers when the task is running. */
  readonly start: (nodes: readonly object[]) => Promise<string>;
  /** What the blue pages have heard of mouse and keyboard, since this was asked last. */
  readonly heard: () => string[];
  /** Opens the live page of a task and gives the key; by default that of the account. */
  readonly watch: (taskId: string, apiKey?: string) => Promise<LivePage>;
  /** Waits until the page shows the blue page's colour. */
  readonly untilBlue: (live: LivePage) => Promise<void>;
}

export async function openLiveStage(): Promise<LiveStage> {
  await using owned = new AsyncDisposableStack();
  const gateways = owned.use(await prepareGateways());
  const settings = { ...gateways.controlPlaneSettings, LEASE_SECONDS: '5' };
  const fleet = owned.use(await openFleet(settings));
  const browser = owned.use(await openBrowser());
  let heard: string[] = [];
  const site = owned.use(
    await listen(
      (request, response) => {
        if (request.url === '/heard') void text(request).then((line) => heard.push(line));
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(request.url === '/' ? PAGE : '');
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  const { controlPlane } = fleet;
  const resources = owned.move();
  return {
    fleet,
    gateways,
    startGateway: () => gateways.start(controlPlane.url),
    async start(nodes) {
      const task = await fleet.run(nodes, { url: `${site.url}/` });
      await fleet.untilStatus(task, 'running');
      return task;
    },
    heard() {
      const before = heard;
      heard = [];
      return before;
    },
    async watch(taskId, apiKey = controlPlane.apiKey) {
      const live = await openLivePage(browser, `${controlPlane.url}/live/${taskId}`);
      await live.giveKey(apiKey);
      return live;
    },
    untilBlue: (live) =>
      pollUntil('the colour of the page is seen', async () => {
        return (await live.colourAt(900, 600)) === BLUE;
      }).then(() => undefined),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
