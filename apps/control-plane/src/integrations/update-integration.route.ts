import { defineRoute } from '../http/define-route.ts';
import type { IntegrationStore } from './integration-store.ts';
import { findGiven, writeIntegration } from './wire-integration.ts';

export const updateIntegration = defineRoute(
  'updateIntegration',
  async (
    { integrations }: { readonly integrations: IntegrationStore },
    { params, body, accountId },
  ) => {
    const change = { name: body.name, given: findGiven(body) };
    const updated = await integrations.update(accountId, params.integration_id, change);
    return { status: 200, body: { success: true, integration: writeIntegration(updated) } };
  },
);
