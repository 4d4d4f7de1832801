/**
 * What global setup opened, for global teardown to end in reverse order: jest offers no other channel
 * between the two.
 */
export const runningServers: AsyncDisposable[] = [];
