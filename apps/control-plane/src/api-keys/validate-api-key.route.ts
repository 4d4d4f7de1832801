import { defineRoute } from '../http/define-route.ts';

export const validateApiKey = defineRoute('validateApiKey', async ({ apiKeys }, { body }) => {
  const valid = (await apiKeys.findOwner(body)) !== undefined;
  const message = valid
    ? 'The API key is valid.'
    : 'The API key is not valid: it is unknown, expired or revoked.';
  return { status: 200, body: { valid, message } };
});
