import { defineRoute } from '../http/define-route.ts';
import { toWireSigningSecret } from './delivery-wire.ts';
import type { SigningSecretStore } from './signing-secret-store.ts';

export const listSigningSecrets = defineRoute(
  'listSigningSecrets',
  async ({ signingSecrets }: { readonly signingSecrets: SigningSecretStore }, { accountId }) => {
    const secrets = await signingSecrets.list(accountId);
    return {
      status: 200,
      body: { success: true, signing_secrets: secrets.map(toWireSigningSecret) },
    };
  },
);
