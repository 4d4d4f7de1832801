import { defineRoute } from '../http/define-route.ts';
import type { IntegrationStore } from './integration-store.ts';

export const deleteIntegration = defineRoute(
  'deleteIntegration',
  async ({ integrations }: { readonly integrations: IntegrationStore }, { params, accountId }) => {
    await integrations.delete(accountId, params.integration_id);
    return { status: 200, body: { success: true, message: 'The integration is deleted.' } };
  },
);
