import { limitsOf, type QuotaStore, type UsualQuotas } from '../accounts/quota-store.ts';
import { defineRoute } from '../http/define-route.ts';
import type { WaitStore } from '../login-queues/wait-store.ts';
import type { StreamUrls } from '../live-view/stream-urls.ts';
import type { ApiKeyStore } from '../api-keys/api-key-store.ts';
import { writeApiKey } from '../api-keys/write-api-key.ts';

interface Dependencies {
  readonly apiKeys: Pick<ApiKeyStore, 'get'>;
  readonly quotas: Pick<QuotaStore, 'get'>;
  readonly usualQuotas: UsualQuotas;
  readonly streamUrls: Pick<StreamUrls, 'isSetUp'>;
  readonly waits: Pick<WaitStore, 'countWorkers'>;
}

export const getMe = defineRoute(
  'getMe',
  async (
    { apiKeys, quotas, usualQuotas, streamUrls, waits }: Dependencies,
    { accountId, apiKeyId },
  ) => {
    const [key, account, workers] = await Promise.all([
      apiKeys.get(accountId, apiKeyId),
      quotas.get(accountId),
      waits.countWorkers(accountId),
    ]);
    const { used, may_run, waiting, is_paused } = account;
    return {
      status: 200,
      body: {
        success: true,
        account_id: accountId,
        account_name: account.account,
        key: writeApiKey(key),
        tasks: { running: used.running, may_run, waiting, is_paused },
        limits: limitsOf(account.own, usualQuotas),
        features: {
          live_view: streamUrls.isSetUp,
          models: workers.with_models > 0,
          recording: workers.with_recording > 0,
        },
      },
    };
  },
);
