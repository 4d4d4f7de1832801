import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

/**
 * Header webhook-signature of Standard Webhooks: one signature per secret; any of them proves the
 * sender.
 */
export function signCallback(
  secrets: readonly string[],
  message: { readonly id: string; readonly timestamp: string; readonly body: string },
): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
    })
    .join(' ');
}
