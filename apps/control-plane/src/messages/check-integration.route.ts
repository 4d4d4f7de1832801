import { defineRoute } from '../http/define-route.ts';
import { IntegrationNotCheckableError } from '../integrations/integration-errors.ts';

export const checkIntegration = defineRoute(
  'checkIntegration',
  async ({ messages }, { params, accountId, signal }) => {
    const checked = await messages.check(accountId, params.integration_id, signal);
    if ('kind' in checked) throw new IntegrationNotCheckableError(checked.kind);
    return { status: 200, body: { success: true, ...checked } };
  },
);
