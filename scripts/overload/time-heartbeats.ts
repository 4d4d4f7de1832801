import type { ControlPlaneClient } from '../../packages/task-runner/src/control-plane-client.ts';

interface HeartbeatFigures {
  /** Round trips, including failed ones. */
  readonly heartbeatMs: number[];
  failedHeartbeats: number;
}

/** Wraps the client's heartbeat to record how long it took and whether it failed. */
export function timeHeartbeats(
  client: Pick<ControlPlaneClient, 'heartbeat'>,
  figures: HeartbeatFigures,
): ControlPlaneClient['heartbeat'] {
  return async (...call) => {
    const sentAt = performance.now();
    try {
      return await client.heartbeat(...call);
    } catch (error) {
      figures.failedHeartbeats += 1;
      throw error;
    } finally {
      figures.heartbeatMs.push(performance.now() - sentAt);
    }
  };
}
