/** What global setup started, for global teardown to end: jest offers the two no other way to talk. */
export const runningServers: AsyncDisposable[] = [];
