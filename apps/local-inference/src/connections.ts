import {
  WarmSessions,
  createLeaseKeeper,
  createLocalClient,
  listenForBell,
  type ControlPlaneClient,
  type LeaseKeeper,
} from '@errand/task-runner';
import type { Logger } from '@errand/app-runtime';

/** This server acting as one worker of the control plane, with its heartbeats and bell. */
export interface Connection {
  readonly client: ControlPlaneClient;
  readonly leaseKeeper: LeaseKeeper;
}

/**
 * Returns a function that returns the connection for a worker id. The control plane chooses the id:
 * one for each account whose key this server has had. Each connection runs until the signal fires.
 */
export function createConnections(
  access: {
    readonly url: string;
    readonly apiKey: string;
    readonly outageMs: number;
    readonly logger: Logger;
  },
  signal: AbortSignal,
): (workerId: string) => Connection {
  const { url, apiKey, outageMs, logger } = access;
  const open = new Map<string, Connection>();
  const connect = (workerId: string): Connection => {
    const client = createLocalClient({ url, workerId }, apiKey);
    // A local server does not keep warm browsers.
    const warmSessions = new WarmSessions({ client, limit: 0, logger });
    const leaseKeeper = createLeaseKeeper({ client, warmSessions, outageMs, logger });
    void leaseKeeper.run(signal);
    void listenForBell({ client, onRing: leaseKeeper.ring, logger }, signal);
    return { client, leaseKeeper };
  };
  return (workerId) => {
    const connection = open.get(workerId) ?? connect(workerId);
    open.set(workerId, connection);
    return connection;
  };
}
