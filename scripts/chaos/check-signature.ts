import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** As Standard Webhooks recommends. */
const CLOCK_TOLERANCE_SECONDS = 300;

/** Whether one of the secrets (whsec_ and base64) signed the message now, as a receiver checks it. */
export function isSigned(
  headers: IncomingHttpHeaders,
  body: string,
  secrets: readonly string[],
): boolean {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(ageSeconds < CLOCK_TOLERANCE_SECONDS)) return false;
  const signatures = String(headers['webhook-signature']).split(' ');
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    return signatures.some((signature) => isSame(signature, mac));
  });
}

function isSame(signature: string, mac: Buffer): boolean {
  const [version, text = ''] = signature.split(',');
  const given = Buffer.from(text, 'base64');
  return version === 'v1' && given.length === mac.length && timingSafeEqual(given, mac);
}
