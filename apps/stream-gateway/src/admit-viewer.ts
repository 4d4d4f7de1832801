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
  const fields: ViewerFields = { taskId: candidate.taskId, ...ticketFields(accepted) };
  const viewer = new Viewer(candidate.socket, {
    stallMs: dependencies.stallMs,
    buffers: dependencies.buffers,
    onFirstByte: () => metrics.attached(performance.now() - cameAt),
    onNoScreen: () => {
      dependencies.logger.warn('what responds at the address of a screen is not a screen', fields);
    },
    onScreenGone: () => {
      if (!('code' in accepted)) void closeWithEnd(dependencies, viewer, accepted);
    },
    onClosed: (code) => {
      metrics.closed(code);
      if ('code' in accepted) return;
      metrics.viewed(performance.now() - cameAt);
      leave(dependencies, { viewer, ticket: accepted, fields, code });
    },
  });
  if ('code' in accepted) {
    viewer.close(accepted);
    return;
  }
  metrics.viewerCame(accepted.mode);
  dependencies.viewers.add(viewer);
  const { address } = candidate;
  void attach(dependencies, { viewer, ticket: accepted, fields, address });
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

function ticketFields(accepted: StreamTicket | Closing): Pick<ViewerFields, 'mode' | 'jti'> {
  return 'code' in accepted ? {} : { mode: accepted.mode, jti: accepted.jti };
}

interface Attachment {
  readonly viewer: Viewer;
  readonly ticket: StreamTicket;
  /** Fields of the viewer's log lines. */
  readonly fields: ViewerFields;
}

interface ViewerFields extends Partial<Pick<StreamTicket, 'mode' | 'jti'>> {
  readonly taskId: string;
  /** Known once the ticket is redeemed, if the task has a trace. */
  trace_id?: string | undefined;
}

async function attach(
  dependencies: AdmissionDependencies,
  { viewer, ticket, fields, address }: Attachment & { readonly address: string },
): Promise<void> {
  const { client, watcher, metrics, logger } = dependencies;
  let upstream: 'control_plane' | 'screen' = 'control_plane';
  try {
    const screen = await client.redeem(ticket, address);
    fields.trace_id = screen.trace_id;
    logger.info('viewer connected', fields);
    if (viewer.isClosing) return;
    viewer.whenClosed(watcher.watch(ticket, (end) => viewer.close(closingOfEnd(end))));
    upstream = 'screen';
    const socket = await connectScreen(screen, viewer.reading);
    viewer.bridge(socket, new RfbFilter({ mode: ticket.mode, onDropped: metrics.dropped }));
  } catch (error) {
    if (error instanceof TicketRefusedError) {
      metrics.refused(error.code);
      viewer.close(closingOfRefusal(error));
      return;
    }
    metrics.upstreamFailed(upstream);
    logger.warn('could not reach a screen', { ...fields, error });
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
  { viewer, ticket, fields, code }: Attachment & { readonly code: number },
): void {
  const { mode, jti } = ticket;
  const { bytesToViewer, bytesFromViewer } = viewer;
  counts.leave(ticket);
  viewers.remove(viewer);
  metrics.viewerLeft(mode);
  reports.add(jti, { closeCode: code, bytesToViewer, bytesFromViewer });
  logger.info('viewer disconnected', { ...fields, code, bytesToViewer, bytesFromViewer });
}
