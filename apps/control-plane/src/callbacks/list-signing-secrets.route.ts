import { defineRoute } from '../http/define-route.ts';
import { toWireSigningSecret } from './delivery-wire.ts';

export const listSigningSecrets = defineRoute(
  'listSigningSecrets',
  async ({ signingSecrets }, { accountId }) => {
    const secrets = await signingSecrets.list(accountId);
    return {
      status: 200,
      body: { success: true, signing_secrets: secrets.map(toWireSigningSecret) },
    };
  },
);
