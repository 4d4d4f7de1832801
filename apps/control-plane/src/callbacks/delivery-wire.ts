import type { ErrandSchemas } from '@errand/api-types';
import { toTimestamp } from '../task-rows/to-timestamp.ts';
import type { LoggedDelivery } from './delivery-log.ts';
import type { SigningSecret } from './signing-secret-store.ts';

export function toWireDelivery(delivery: LoggedDelivery): ErrandSchemas['Delivery'] {
  return {
    delivery_id: delivery.deliveryId,
    task_id: delivery.taskId,
    about: delivery.humanWaitId === null ? 'task_ended' : 'waiting_for_human',
    url: delivery.url,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    last_response: delivery.lastResponse,
    created_at: delivery.createdAt.toISOString(),
    last_attempt_at: toTimestamp(delivery.lastAttemptAt),
    delivered_at: toTimestamp(delivery.deliveredAt),
  };
}

/** What a key without the scope `read` may see of a delivery that another key may have caused. */
export function hideReceiver(delivery: ErrandSchemas['Delivery']): ErrandSchemas['Delivery'] {
  return { ...delivery, url: '', last_status: null, last_error: null, last_response: null };
}

export function toWireSigningSecret(secret: SigningSecret): ErrandSchemas['SigningSecret'] {
  return {
    signing_secret_id: secret.signingSecretId,
    secret: secret.secret,
    created_at: secret.createdAt.toISOString(),
    expires_at: toTimestamp(secret.expiresAt),
  };
}
