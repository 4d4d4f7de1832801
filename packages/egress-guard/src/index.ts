export { classifyAddress } from './address-class.ts';
export { createEgressGuard } from './create-egress-guard.ts';
export type {
  EgressGuard,
  EgressRequest,
  EgressResponse,
  EgressSettings,
} from './create-egress-guard.ts';
export {
  EgressBlockedError,
  EgressError,
  EgressFailedError,
  EgressTimeoutError,
  EgressTooLargeError,
} from './egress-errors.ts';
export { pinnedLookup, type ResolvedAddresses } from './resolve-host.ts';
