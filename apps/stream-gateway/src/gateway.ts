import { type Health, type Logger, serveOperators } from '@errand/app-runtime';
import { createIdleRest } from '@errand/app-runtime/idle-rest';
import type { TicketVerifier } from '@errand/stream-ticket';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { admitViewer, type AdmissionDependencies } from './admit-viewer.ts';
import { DRAINING } from './close-codes.ts';
import type { ControlPlaneClient } from './control-plane-client.ts';
import { createMetrics } from './metrics.ts';
import { isAllowedOrigin, readStreamRequest } from './read-stream-request.ts';
import { ReadBuffers } from './read-buffers.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { ScreenWatcher } from './screen-watcher.ts';
import { ViewerCounts, type ViewerLimits } from './viewer-limits.ts';
import { ViewerReports } from './viewer-reports.ts';
import { Viewers } from './viewers.ts';

/** Viewers send a few bytes at a time; a paste into noVNC arrives in pieces of ten kilobytes. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const CLOSE_DEADLINE_MS = 3_000;
const SUBPROTOCOL = 'binary';
const LEAVING: Health = {
  isHealthy: false,
  body: { status: 'unavailable', reasons: ['The gateway is shutting down.'] },
};

/** A separate constant, because @types/ws does not declare closeTimeout (milliseconds) yet. */
const WEB_SOCKET_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  skipUTF8Validation: true,
  maxPayload: MAX_MESSAGE_BYTES,
  closeTimeout: CLOSE_DEADLINE_MS,
  handleProtocols: (offered: ReadonlySet<string>) => offered.has(SUBPROTOCOL) && SUBPROTOCOL,
};

export interface GatewayOptions {
  readonly client: ControlPlaneClient;
  readonly verifier: TicketVerifier;
  readonly limits: ViewerLimits;
  readonly allowedOrigins: readonly string[];
  readonly stallMs: number;
  readonly logger: Logger;
}

export interface Gateway extends AsyncDisposable {
  /** Serves the viewer port. */
  readonly onRequest: RequestListener;
  /** Serves a port for operators. */
  readonly onMetricsRequest: RequestListener;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Reports that the gateway is not ready, and changes nothing else. */
  readonly leave: () => void;
  /**
   * Refuses new viewers, disconnects the others over this time, and resolves when they are gone.
   */
  readonly drain: (durationMs: number) => Promise<void>;
}

/** Connects viewers to screens. Does not open a port itself. */
export function createGateway(options: GatewayOptions): Gateway {
  const { client, logger, stallMs, verifier } = options;
  const idleRest = createIdleRest();
  // Most of what a connecting viewer allocates is garbage once it watches.
  const viewers = new Viewers(() => idleRest.note({ isIdle: true }));
  const metrics = createMetrics(() => viewers.bytes);
  const watcher = new ScreenWatcher({ client, logger });
  const reports = new ViewerReports({ client, logger });
  const shared = {
    client,
    verifier,
    counts: new ViewerCounts(options.limits),
    viewers,
    watcher,
    reports,
    metrics,
    buffers: new ReadBuffers(),
    stallMs,
    logger,
  };
  let isLeaving = false;
  let isDraining = false;
  return {
    // Viewers reach this port, so health checks reveal nothing but a shutdown.
    onRequest: serveOperators({
      live: () => healthOf(true),
      ready: async () => (isLeaving ? LEAVING : healthOf(await client.isReachable())),
      elsewhere: 'There is nothing here: viewers connect by WebSocket.',
      logger,
    }),
    onMetricsRequest: serveOperators({
      metrics: metrics.registry,
      elsewhere: 'Only /metrics is served here.',
      logger,
    }),
    onUpgrade: createUpgrade(shared, { ...options, isDraining: () => isDraining }),
    leave() {
      isLeaving = true;
    },
    async drain(durationMs) {
      isLeaving = true;
      isDraining = true;
      await viewers.closeAll(DRAINING, durationMs);
    },
    async [Symbol.asyncDispose]() {
      viewers[Symbol.dispose]();
      await reports[Symbol.asyncDispose]();
      await watcher[Symbol.asyncDispose]();
    },
  };
}

function healthOf(isHealthy: boolean): Health {
  return { isHealthy, body: { status: isHealthy ? 'ok' : 'unavailable' } };
}

function createUpgrade(
  shared: AdmissionDependencies,
  options: { readonly allowedOrigins: readonly string[]; readonly isDraining: () => boolean },
): Gateway['onUpgrade'] {
  const server = new WebSocketServer(WEB_SOCKET_OPTIONS);
  return (request, socket, head) => {
    const wanted = readStreamRequest(request);
    socket.on('error', destroy);
    if (!wanted) {
      refuseUpgrade(socket, 404, 'There is no live view at this path.');
    } else if (options.isDraining()) {
      refuseUpgrade(
        socket,
        503,
        'The gateway is shutting down: reconnect with a fresh stream URL.',
      );
    } else if (!isAllowedOrigin(request, options.allowedOrigins)) {
      refuseUpgrade(socket, 403, 'Pages of this origin may not watch: see ALLOWED_ORIGINS.');
    } else {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        (socket as Socket).setNoDelay(true);
        const address = request.socket.remoteAddress ?? '';
        admitViewer(shared, { ...wanted, socket: webSocket, address });
      });
    }
  };
}

/**
 * Handles a client that resets its connection. Does not capture any part of the request, because
 * the handler lives as long as the viewer.
 */
function destroy(this: Duplex): void {
  this.destroy();
}
