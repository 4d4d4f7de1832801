import { defineRoute } from '../http/define-route.ts';
import { toWireSigningSecret } from './delivery-wire.ts';
import { type SigningSecretStore, DEFAULT_OVERLAP_HOURS } from './signing-secret-store.ts';

export const rotateSigningSecret = defineRoute(
  'rotateSigningSecret',
  async (
    { signingSecrets }: { readonly signingSecrets: SigningSecretStore },
    { body, accountId },
  ) => {
    // Without a body, the validator does not fill in defaults.
    const overlapHours = body?.overlap_hours ?? DEFAULT_OVERLAP_HOURS;
    const secrets = await signingSecrets.rotate(accountId, { overlapHours });
    return {
      status: 200,
      body: { success: true, signing_secrets: secrets.map(toWireSigningSecret) },
    };
  },
);
