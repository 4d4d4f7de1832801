import { CodedError } from '@errand/foundation';

/** A request that was not made, or has no answer that could be used. */
export abstract class EgressError extends CodedError {}

const ruleTexts = {
  url: 'the address has to be an absolute http or https URL',
  scheme: 'only http and https addresses are called',
  credentials: 'the address must not hold a user name or password; send them in a header',
  host_form:
    'an IPv4 address is written as four decimal numbers without leading zeros, such as 8.8.8.8',
  port: 'the port belongs to another protocol than HTTP',
  address:
    'the host is, or leads to, an address that is private, loopback, link-local or reserved; public addresses only are called, unless the operator allows more (ALLOW_PRIVATE_ADDRESSES)',
  header:
    'a header has a name or value that HTTP forbids, or belongs to the connection (Host, Content-Length, Transfer-Encoding ...)',
} as const;

export type EgressRule = keyof typeof ruleTexts;

/** The request breaks a rule and was not made. Tells which rule, and never what a name leads to or what answers there. */
export class EgressBlockedError extends EgressError {
  readonly code = 'egress_blocked';
  override readonly retry = 'never';
  readonly rule: EgressRule;
  /** Of the rule `address`: whether `allowPrivateAddresses` would open it. */
  readonly isPrivate: boolean;

  constructor(rule: EgressRule, { isPrivate = false } = {}) {
    super(`The request was refused by the egress rule "${rule}": ${ruleTexts[rule]}.`);
    this.rule = rule;
    this.isPrivate = isPrivate;
  }
}

/** The whole answer, redirects included, was not there in time. */
export class EgressTimeoutError extends EgressError {
  readonly code = 'egress_timeout';

  constructor(timeoutMs: number) {
    super(`There was no complete answer within ${timeoutMs / 1000} s.`);
  }
}

/** The answer is bigger than the caller takes. */
export class EgressTooLargeError extends EgressError {
  readonly code = 'egress_too_large';

  constructor(maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes, which is the most that is taken.`);
  }
}

/** No answer: the name is unknown, the connection was refused or broke, the certificate is wrong, redirects go round. */
export class EgressFailedError extends EgressError {
  readonly code = 'egress_failed';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The request got no answer: ${reason}.`, options);
  }
}
