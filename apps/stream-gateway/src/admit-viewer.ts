import type { Logger } from '@errand/app-runtime';
import { TicketError, type StreamTicket, type TicketVerifier } from '@errand/stream-ticket';
import type { WebSocket } from 'ws';
import { CLOSE, closingOfEnd, closingOfRefusal, SCREEN_LOST, type Closing } from './close-codes.ts';
import { connectScreen } from './connect-screen.ts';
import { TicketRefusedError, type ControlPlaneClient } from './control-plane-client.ts';
import type { Metrics } from './metrics.ts';
import type { ReadBuffers } from './read-buffers.ts';
import type { StreamRequest } from './read-stream-request.ts';
import { RfbFilter } from './rfb/rfb-filter.ts';
import type { ScreenWatcher } from './screen-watcher.ts';
import { Viewer } from './viewer.ts';
import type { ViewerCounts } from './viewer-limits.ts';
import type { ViewerReports } from './viewer-reports.ts';
import type { Viewers } from './viewers.ts';

export interface AdmissionDependencies {
  readonly client: ControlPlaneClient;
  readonly verifier: TicketVerifier;
  readonly counts: ViewerCounts;
  readonly viewers: Viewers;
  readonly watcher: ScreenWatcher;
  readonly reports: ViewerReports;
  readonly metrics: Metrics;
  readonly stallMs: number;
  readonly buffers: ReadBuffers;
  readonly logger: Logger;
}

export interface Candidate extends StreamRequest {
  readonly socket: WebSocket;
  readonly address: string;
}

/** Connects a WebSocket to the screen of its ticket, or closes it with a code for the reason. */
export function admitViewer(dependencies: AdmissionDependencies, candidate: Candidate): void {
  const cameAt = performance.now();
  const { metrics } = dependencies;
  const accepted = checkTicket(dependencies, candidate);
  const viewer = new Viewer(candidate.socket, {
    stallMs: dependencies.stallMs,
    buffers: dependencies.buffers,
    onFirstByte: () => metrics.attached(performance.now() - cameAt),
    onNoScreen: () => {
      const { taskId } = candidate;
      dependencies.logger.warn('what responds at the address of a screen is not a screen', {
        taskId,
      });
    },
    onScreenGone: () => {
      if (!('code' in accepted)) void closeWithEnd(dependencies, viewer, accepted);
    },
    onClosed: (code) => {
      metrics.closed(code);
      if ('code' in accepted) return;
      metrics.viewed(performance.now() - cameAt);
      leave(dependencies, { viewer, ticket: accepted, code });
    },
  });
  if ('code' in accepted) {
    viewer.close(accepted);
    return;
  }
  metrics.viewerCame(accepted.mode);
  dependencies.viewers.add(viewer);
  void attach(dependencies, { viewer, ticket: accepted, address: candidate.address });
}

/**
 * Counts a viewer with a valid ticket. Invalid tickets do not count against limits, so they cannot
 * lock others out.
 */
function checkTicket(
  { verifier, counts, metrics }: AdmissionDependencies,
  { taskId, ticket }: Candidate,
): StreamTicket | Closing {
  const claims = verify(verifier, ticket, metrics);
  if ('code' in claims) return claims;
  if (claims.taskId !== taskId) {
    metrics.refused('other-task');
    return { code: CLOSE.badTicket, reason: 'The ticket is for another task.' };
  }
  const excess = counts.refuseAny() ?? counts.enter(claims);
  if (excess === undefined) return claims;
  metrics.refused('too-many-viewers');
  return { code: CLOSE.tooMuch, reason: excess };
}

function verify(
  verifier: TicketVerifier,
  ticket: string,
  metrics: Metrics,
): StreamTicket | Closing {
  try {
    return verifier.verify(ticket);
  } catch (error) {
    if (!(error instanceof TicketError)) throw error;
    metrics.refused(error.code);
    const reason = `The ticket is not valid (${error.code}): get a fresh stream URL.`;
    return { code: CLOSE.badTicket, reason };
  }
}

interface Attachment {
  readonly viewer: Viewer;
  readonly ticket: StreamTicket;
}

async function attach(
  dependencies: AdmissionDependencies,
  { viewer, ticket, address }: Attachment & { readonly address: string },
): Promise<void> {
  const { client, watcher, metrics, logger } = dependencies;
  const { taskId, mode, jti } = ticket;
  let upstream: 'control_plane' | 'screen' = 'control_plane';
  try {
    const screen = await client.redeem(ticket, address);
    logger.info('viewer connected', { taskId, mode, jti });
    if (viewer.isClosing) return;
    viewer.whenClosed(watcher.watch(ticket, (end) => viewer.close(closingOfEnd(end))));
    upstream = 'screen';
    const socket = await connectScreen(screen, viewer.reading);
    viewer.bridge(socket, new RfbFilter({ mode, onDropped: metrics.dropped }));
  } catch (error) {
    if (error instanceof TicketRefusedError) {
      metrics.refused(error.code);
      viewer.close(closingOfRefusal(error));
      return;
    }
    metrics.upstreamFailed(upstream);
    logger.warn('could not reach a screen', { taskId, mode, jti, error });
    await closeWithEnd(dependencies, viewer, ticket);
  }
}

/**
 * Closes the viewer of a screen that is gone: its task or control has ended, or something broke.
 */
async function closeWithEnd(
  { watcher }: AdmissionDependencies,
  viewer: Viewer,
  ticket: StreamTicket,
): Promise<void> {
  const end = await watcher.ask(ticket);
  viewer.close(end === undefined ? SCREEN_LOST : closingOfEnd(end));
}

function leave(
  { counts, viewers, reports, metrics, logger }: AdmissionDependencies,
  { viewer, ticket, code }: Attachment & { readonly code: number },
): void {
  const { taskId, mode, jti } = ticket;
  const { bytesToViewer, bytesFromViewer } = viewer;
  counts.leave(ticket);
  viewers.remove(viewer);
  metrics.viewerLeft(mode);
  reports.add(jti, { closeCode: code, bytesToViewer, bytesFromViewer });
  logger.info('viewer disconnected', { taskId, mode, jti, code, bytesToViewer, bytesFromViewer });
}
