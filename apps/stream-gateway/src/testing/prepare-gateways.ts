import { findFreePort, type AppProcess } from '@errand/app-runtime';
import { startStreamGateway, type StreamGatewayOptions } from '@errand/local-installation';
import {
  createStreamKeys,
  createTicketSigner,
  parseSigningKeys,
  type TicketClaims,
} from '@errand/stream-ticket';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Settings = Readonly<Record<string, string>>;

export interface GatewayProcess extends AppProcess {
  readonly url: string;
  /** Base URL of the gateway's `/metrics`. */
  readonly metricsUrl: string;
  readonly logs: () => string;
}

/** Keys, a token and an address shared by a control plane and its gateways. */
export interface Gateways extends AsyncDisposable {
  /** The `ws://` URL at which viewers reach a gateway. */
  readonly url: string;
  readonly controlPlaneSettings: Settings;
  /** Value of the setting STREAM_VERIFYING_KEYS. */
  readonly verifyingKeys: string;
  readonly start: (controlPlaneUrl: string, settings?: Settings) => Promise<GatewayProcess>;
  /** Signs a ticket with the right key. */
  readonly sign: (claims: TicketClaims, signedAt: Date) => string;
}

export async function prepareGateways(): Promise<Gateways> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-gateway-'));
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const url = `ws://127.0.0.1:${port}`;
  const keys = createStreamKeys('test');
  const signer = createTicketSigner({ keys: parseSigningKeys(keys.signing) });
  const token = randomBytes(32).toString('base64');
  return {
    url,
    controlPlaneSettings: {
      STREAM_SIGNING_KEYS: keys.signing,
      STREAM_PUBLIC_URL: url,
      GATEWAY_TOKEN: token,
    },
    verifyingKeys: keys.verifying,
    start: (controlPlaneUrl, settings = {}) =>
      startGateway({
        name: 'stream-gateway',
        environment: process.env,
        logFile: join(directory, 'gateway.log'),
        controlPlaneUrl,
        token,
        verifyingKeys: keys.verifying,
        ports: { viewers: port, metrics: metricsPort },
        settings,
      }),
    sign: (claims, signedAt) => signer.sign(claims, signedAt).ticket,
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startGateway(options: StreamGatewayOptions): Promise<GatewayProcess> {
  const app = await startStreamGateway(options);
  const scheme = options.settings?.['TLS_CERT_FILE'] === undefined ? 'http' : 'https';
  const url = `${scheme}://127.0.0.1:${app.port}`;
  const metricsUrl = `http://127.0.0.1:${options.ports.metrics}/metrics`;
  return { ...app, url, metricsUrl, logs: () => readFileSync(options.logFile, 'utf8') };
}
