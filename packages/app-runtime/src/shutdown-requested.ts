export type ShutdownReason = 'SIGINT' | 'SIGTERM' | 'parent-gone';

/**
 * Resolves with the reason for shutdown: the first SIGINT or SIGTERM, or the end of a parent that
 * started this process with a channel. A second signal ends the process immediately.
 */
export function shutdownRequested(): Promise<ShutdownReason> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals): void =>
      finish(signal === 'SIGINT' ? signal : 'SIGTERM');
    const onDisconnect = (): void => finish('parent-gone');
    const finish = (reason: ShutdownReason): void => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      process.off('disconnect', onDisconnect);
      resolve(reason);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    process.on('disconnect', onDisconnect);
  });
}
