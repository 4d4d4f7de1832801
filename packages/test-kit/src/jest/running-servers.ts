/**
 * Servers for global teardown to end, started by global setup: jest offers no other channel between
 * the two.
 */
export const runningServers: AsyncDisposable[] = [];
