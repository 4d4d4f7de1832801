/** The process got a signal to end, other than that of Ctrl-C. */
export class StoppedError extends Error {
  override readonly name: string = 'StoppedError';
  /** 128 plus the number of the signal, as in shells. */
  readonly exitCode: 129 | 143;

  constructor(signal: 'SIGHUP' | 'SIGTERM') {
    super(`The process got ${signal}.`);
    this.exitCode = signal === 'SIGHUP' ? 129 : 143;
  }
}
