import { CodedError } from '@errand/foundation';

/** A request was not made, or got no usable response. */
export abstract class EgressError extends CodedError {}

const ruleTexts = {
  url: 'the address must be an absolute http or https URL',
  scheme: 'only http and https addresses may be called',
  credentials: 'the address must not contain a user name or password; send them in a header',
  host_form:
    'an IPv4 address must be written as four decimal numbers without leading zeros, such as 8.8.8.8',
  port: 'the port belongs to a protocol other than HTTP',
  address:
    'the host is, or leads to, an address that is private, loopback, link-local or reserved; only public addresses may be called, unless the operator allows more (ALLOW_PRIVATE_ADDRESSES)',
  own: 'the address belongs to this installation, which tasks never call',
  header:
    'a header has a name or value that HTTP forbids, or belongs to the connection (Host, Content-Length, Transfer-Encoding ...)',
} as const;

export type EgressRule = keyof typeof ruleTexts;

/**
 * The request violates a rule and was not made. The message names the rule, never the resolved
 * address or what responds there.
 */
export class EgressBlockedError extends EgressError {
  readonly code = 'egress_blocked';
  override readonly retry = 'never';
  readonly rule: EgressRule;
  /** For the rule `address`: whether `allowPrivateAddresses` would allow it. */
  readonly isPrivate: boolean;

  constructor(rule: EgressRule, { isPrivate = false } = {}) {
    super(`The request was refused by the egress rule "${rule}": ${ruleTexts[rule]}.`);
    this.rule = rule;
    this.isPrivate = isPrivate;
  }
}

/** The complete response, including redirects, missed the deadline. */
export class EgressTimeoutError extends EgressError {
  readonly code = 'egress_timeout';

  constructor(timeoutMs: number) {
    super(`There was no complete response within ${timeoutMs / 1000} s.`);
  }
}

/** The response exceeds the caller's limit. */
export class EgressTooLargeError extends EgressError {
  readonly code = 'egress_too_large';

  constructor(maxBytes: number) {
    super(`The response has more than ${maxBytes} bytes, which is the limit.`);
  }
}

/**
 * No response: unknown name, refused or broken connection, invalid certificate, or a redirect loop.
 */
export class EgressFailedError extends EgressError {
  readonly code = 'egress_failed';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The request got no response: ${reason}.`, options);
  }
}
