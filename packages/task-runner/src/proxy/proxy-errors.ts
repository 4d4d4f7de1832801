import { CodedError } from '@errand/foundation';

/** A task needs a proxy, but the worker has none or its proxy rejects the login. */
export class ProxyFailedError extends CodedError {
  readonly code = 'proxy_failed';
  override readonly retry = 'never';

  constructor(reason: string) {
    super(`use_proxy: ${reason}`);
  }
}

/** The proxy cannot be reached. Another attempt may succeed. */
export class ProxyUnreachableError extends CodedError {
  readonly code = 'proxy_unreachable';
  override readonly retry = 'infrastructure';

  constructor(host: string, reason: string) {
    super(`use_proxy: the proxy ${host} could not be reached (${reason}).`);
  }
}
