import { findFreePort, pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
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
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export type Settings = Readonly<Record<string, string>>;

export interface GatewayProcess extends AppProcess {
  readonly url: string;
  /** Base URL of its `/metrics`. */
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
      startGateway(join(directory, 'gateway.log'), {
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        CONTROL_PLANE_URL: controlPlaneUrl,
        GATEWAY_TOKEN: token,
        STREAM_VERIFYING_KEYS: keys.verifying,
        // Same as in the package script, so that benchmarks measure what runs in production.
        NODE_OPTIONS: '--max-semi-space-size=1',
        ...settings,
      }),
    sign: (claims, signedAt) => signer.sign(claims, signedAt).ticket,
    async [Symbol.asyncDispose]() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startGateway(logFile: string, settings: Settings): Promise<GatewayProcess> {
  const app = await startApp({
    name: 'stream-gateway',
    main: MAIN,
    inherited: pickEnvironment(process.env),
    logFile,
    environment: settings,
  });
  const scheme = settings['TLS_CERT_FILE'] === undefined ? 'http' : 'https';
  const url = `${scheme}://127.0.0.1:${app.port}`;
  const metricsUrl = `http://127.0.0.1:${settings['METRICS_PORT']}/metrics`;
  return { ...app, url, metricsUrl, logs: () => readFileSync(logFile, 'utf8') };
}
