import type { ErrandSchemas } from '@errand/api-types';
import type { EgressGuard } from '@errand/egress-guard';
import { randomUUIDv7 } from 'node:crypto';
import { TooManyTestsError } from './delivery-errors.ts';
import { receiverSecretOf } from './receiver-secret-of.ts';
import { type CallbackAnswer, createCallbackSender } from './send-callback.ts';
import type { SigningSecretStore } from './signing-secret-store.ts';

/** An account may begin a test every two seconds, the default of Retry-After... */
const PAUSE_MS = 2_000;
/** ... and this many in a row after a longer pause. */
const AT_ONCE = 5;

/** The result of a task that does not exist. */
const EXAMPLE: ErrandSchemas['TaskResult'] = {
  task_id: '00000000-0000-7000-8000-000000000001',
  recording_id: '00000000-0000-7000-8000-000000000002',
  endpoint_name: 'errand-test',
  status: 'success',
  error: null,
  error_class: null,
  error_node_path: null,
  http_status: null,
  output_data: [],
  final_screenshot: null,
  downloads: null,
  input_parameters: {},
  unique_parameter_names: [],
};

/** Sends an example of a result to a receiver, so that its owner sees whether it works. */
export interface ReceiverTest {
  /**
   * Sends once, signed like every callback, and stores nothing. Each process counts the tests of an
   * account separately. Throws TooManyTestsError.
   */
  readonly send: (
    accountId: string,
    target: ErrandSchemas['CallbackTarget'],
    signal: AbortSignal,
  ) => Promise<{ readonly deliveryId: string; readonly answer: CallbackAnswer }>;
}

export function createReceiverTest(parts: {
  /** Refuses the same addresses as for callbacks. */
  readonly egress: EgressGuard;
  readonly signingSecrets: SigningSecretStore;
}): ReceiverTest {
  const sendCallback = createCallbackSender(parts);
  const take = createAllowance();
  return {
    async send(accountId, target, signal) {
      take(accountId);
      const signing = await parts.signingSecrets.list(accountId);
      const delivery = {
        deliveryId: randomUUIDv7(),
        url: target.url,
        secret: receiverSecretOf(target),
        signingSecrets: signing.map(({ secret }) => secret),
        now: () => new Date(),
        trace: undefined,
      };
      const answer = await sendCallback(delivery, JSON.stringify(EXAMPLE), signal);
      return { deliveryId: delivery.deliveryId, answer };
    },
  };
}

/** Tracks when the allowance of each account is full again. Throws TooManyTestsError. */
function createAllowance(): (accountId: string) => void {
  const wholeAt = new Map<string, number>();
  return (accountId) => {
    const now = performance.now();
    const next = Math.max(now, wholeAt.get(accountId) ?? now) + PAUSE_MS;
    if (next - now > AT_ONCE * PAUSE_MS) throw new TooManyTestsError();
    wholeAt.set(accountId, next);
  };
}
