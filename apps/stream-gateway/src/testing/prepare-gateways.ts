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
  /** Where its `/metrics` are. */
  readonly metricsUrl: string;
  readonly logs: () => string;
}

/** Keys, a token and an address that a control plane and its gateways share. */
export interface Gateways extends AsyncDisposable {
  /** Where viewers reach a gateway, `ws://`. */
  readonly url: string;
  readonly controlPlaneSettings: Settings;
  /** As the setting STREAM_VERIFYING_KEYS. */
  readonly verifyingKeys: string;
  readonly start: (controlPlaneUrl: string, settings?: Settings) => Promise<GatewayProcess>;
  /** A ticket that is signed with the right key. */
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
        // As the package script, so that benchmarks measure what runs.
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
