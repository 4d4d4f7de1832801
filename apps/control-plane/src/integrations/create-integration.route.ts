import { defineRoute } from '../http/define-route.ts';
import type { IntegrationStore } from './integration-store.ts';
import { findGiven, writeIntegration } from './wire-integration.ts';

export const createIntegration = defineRoute(
  'createIntegration',
  async ({ integrations }: { readonly integrations: IntegrationStore }, { body, accountId }) => {
    const given = findGiven(body);
    if (!given) throw new TypeError('A checked body has the settings of one kind.');
    const created = await integrations.create(accountId, { name: body.name, ...given });
    return { status: 201, body: { success: true, integration: writeIntegration(created) } };
  },
);
