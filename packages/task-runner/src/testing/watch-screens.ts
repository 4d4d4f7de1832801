import { createStreamKeys, createTicketVerifier, parseVerifyingKeys } from '@errand/stream-ticket';
import got from 'got';
import { randomBytes } from 'node:crypto';
import type { Fleet } from './open-fleet.ts';
import { openViewer, type Viewer } from './open-viewer.ts';

/** Follows the path of a gateway: ticket, token, screen port. Default `path`: that of a task. */
export type ScreenWatcher = (
  taskId: string,
  path?: string,
) => Promise<Viewer & { readonly address: string }>;

/** Returns the settings that a control plane needs, and a function that watches its tasks. */
export function watchScreens() {
  const gatewayToken = randomBytes(24).toString('hex');
  const keys = createStreamKeys('test');
  const verifier = createTicketVerifier({ keys: parseVerifyingKeys(keys.verifying) });
  const settings = {
    GATEWAY_TOKEN: gatewayToken,
    STREAM_PUBLIC_URL: 'ws://127.0.0.1:1',
    STREAM_SIGNING_KEYS: keys.signing,
  };
  const watchBy = (fleet: Fleet): ScreenWatcher => {
    return async (taskId, path = `/api/v1/tasks/${taskId}/stream`) => {
      const { body } = await fleet.controlPlane.call('GET', path);
      const url = new URL((body as { readonly stream_url: string }).stream_url);
      const ticket = verifier.verify(url.searchParams.get('ticket') ?? '');
      const redeemed = await got
        .post(`${fleet.controlPlane.url}/gateway/v1/tickets/redeem`, {
          headers: { authorization: `Bearer ${gatewayToken}` },
          json: {
            jti: ticket.jti,
            task_id: ticket.taskId,
            lease_epoch: ticket.leaseEpoch,
            mode: ticket.mode,
            account_id: ticket.accountId,
            api_key_id: ticket.apiKeyId,
            gateway_id: 'gateway-1',
            viewer_address: '127.0.0.1',
          },
        })
        .json<{ readonly host: string; readonly port: number; readonly token: string }>();
      const address = `${redeemed.host}:${redeemed.port}`;
      return { ...(await openViewer(address, redeemed.token)), address };
    };
  };
  return { settings, watchBy };
}
