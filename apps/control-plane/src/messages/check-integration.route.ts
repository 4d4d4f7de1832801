import { defineRoute } from '../http/define-route.ts';
import { IntegrationNotCheckableError } from '../integrations/integration-errors.ts';
import type { MessageReader } from './message-reader.ts';

export const checkIntegration = defineRoute(
  'checkIntegration',
  async ({ messages }: { readonly messages: MessageReader }, { params, accountId, signal }) => {
    const checked = await messages.check(accountId, params.integration_id, signal);
    if ('kind' in checked) throw new IntegrationNotCheckableError(checked.kind);
    return { status: 200, body: { success: true, ...checked } };
  },
);
