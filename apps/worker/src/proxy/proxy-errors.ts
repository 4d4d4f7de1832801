/** A task wants a proxy and the worker has none, or its proxy refuses the worker's login. */
export class ProxyFailedError extends Error {
  readonly code = 'proxy_failed';

  constructor(reason: string) {
    super(`use_proxy: ${reason}`);
    this.name = new.target.name;
  }
}

/** The proxy cannot be reached. Another attempt may succeed. */
export class ProxyUnreachableError extends Error {
  readonly code = 'proxy_unreachable';

  constructor(host: string, reason: string) {
    super(`use_proxy: the proxy ${host} could not be reached (${reason}).`);
    this.name = new.target.name;
  }
}
