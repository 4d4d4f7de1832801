import type { AppProcess } from '@errand/app-runtime';
import { launchApp, type LaunchOptions } from './launch-app.ts';

export interface StreamGatewayOptions extends LaunchOptions {
  readonly controlPlaneUrl: string;
  readonly token: string;
  /** Value of STREAM_VERIFYING_KEYS. */
  readonly verifyingKeys: string;
  readonly ports: { readonly viewers: number; readonly metrics: number };
}

/** Starts the stream gateway as a local process and waits until it is ready. */
export function startStreamGateway(options: StreamGatewayOptions): Promise<AppProcess> {
  return launchApp('apps/stream-gateway/src/main.ts', options, {
    PORT: String(options.ports.viewers),
    METRICS_PORT: String(options.ports.metrics),
    CONTROL_PLANE_URL: options.controlPlaneUrl,
    GATEWAY_TOKEN: options.token,
    STREAM_VERIFYING_KEYS: options.verifyingKeys,
    // As in the gateway's package script, so that benchmarks measure what runs in production.
    NODE_OPTIONS: '--max-semi-space-size=1',
  });
}
