import { findFreePort, listen } from '@errand/app-runtime';
import { startStreamGateway } from '@errand/local-installation';
import { createStreamKeys } from '@errand/stream-ticket';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { openBrowser } from '@errand/test-kit';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ensureBundle } from '../bundle/ensure-bundle.ts';
import { openTab, type ConsoleTab } from './open-tab.ts';

/** Elements large enough to click on the remote screen without locating them first. */
const PORTAL = `<!doctype html><title>Portal</title>
  <style>body { margin: 0 } input, button { display: block; width: 100%; margin: 0 }</style>
  <input aria-label=Name style="height:200px">
  <button style="height:300px;font-size:60px" onclick="this.nextElementSibling.hidden = false">Go on</button>
  <p hidden style="height:200px;margin:0">Total 42</p>`;

/** A control plane with its console, a gateway, a worker, a browser and what an author works on. */
export interface AuthoringStage extends AsyncDisposable {
  readonly tab: ConsoleTab;
  readonly fleet: Fleet;
  readonly portal: string;
  /** A recording whose second step has a misspelled locator. */
  readonly recordingId: string;
  /** A failed task of this recording. */
  readonly failedTaskId: string;
}

export async function openAuthoringStage(): Promise<AuthoringStage> {
  await ensureBundle();
  await using owned = new AsyncDisposableStack();
  const [viewers, metrics] = [await findFreePort(), await findFreePort()];
  const keys = createStreamKeys('test');
  const token = randomBytes(32).toString('base64');
  const fleet = owned.use(
    await openFleet({
      STREAM_SIGNING_KEYS: keys.signing,
      STREAM_PUBLIC_URL: `ws://127.0.0.1:${viewers}`,
      GATEWAY_TOKEN: token,
    }),
  );
  owned.use(
    await startStreamGateway({
      name: 'stream-gateway',
      environment: process.env,
      logFile: join(fleet.directory, 'gateway.log'),
      controlPlaneUrl: fleet.controlPlane.url,
      token,
      verifyingKeys: keys.verifying,
      ports: { viewers, metrics },
      settings: { ALLOWED_ORIGINS: fleet.controlPlane.url },
    }),
  );
  owned.use(
    await fleet.startWorker({ WORKER_SLOTS: '2', TRACE: 'failed', RECORD_SESSIONS: 'true' }),
  );
  const site = owned.use(
    await listen(
      (_request, response) => {
        response.setHeader('content-type', 'text/html').end(PORTAL);
      },
      { port: 0, host: '127.0.0.1', setting: 'PORT' },
    ),
  );
  const recording = await saveMisspelled(fleet, site.url);
  const browser = owned.use(await openBrowser());
  const tab = owned.use(await openTab(browser, fleet.controlPlane.url));
  const resources = owned.move();
  return {
    tab,
    fleet,
    portal: site.url,
    ...recording,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const action = (what: object) => ({
  type: 'action_node',
  end_sleep_time: 0,
  interaction_action: { max_tries: 1, ...what },
});

async function saveMisspelled(
  fleet: Fleet,
  url: string,
): Promise<Pick<AuthoringStage, 'recordingId' | 'failedTaskId'>> {
  const field = 'get_by_label("Name")';
  const { body } = await fleet.controlPlane.call('POST', '/api/v1/recordings', {
    endpoint_name: 'greet',
    description: 'Greets a person in the portal.',
    automation: {
      url,
      parameters: { input_parameters: { login: ['ann'] }, generated_parameters: {} },
      nodes: [
        action({ input_text: { command: field, input_text: '{login[0]}' } }),
        action({ click_element: { command: 'get_by_role("button", name="Go onn")' } }),
      ],
    },
  });
  const failedTaskId = await fleet.submit('greet', { login: ['ann'] });
  const ended = await fleet.untilEnded(failedTaskId);
  if (ended.error_class !== 'locator_not_found') throw new Error(JSON.stringify(ended));
  return { recordingId: (body as { recording_id: string }).recording_id, failedTaskId };
}
