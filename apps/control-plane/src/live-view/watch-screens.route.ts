import { defineRoute } from '../http/define-route.ts';
import type { ScreenWatch } from './screen-watch.ts';

/** A long poll: a gateway always keeps one open for all its screens. */
export const watchScreens = defineRoute(
  'watchScreens',
  async ({ screens }: { readonly screens: ScreenWatch }, { body, signal }) => {
    const watched = body.screens.map((screen) => ({
      taskId: screen.task_id,
      leaseEpoch: screen.lease_epoch,
      mode: screen.mode,
      apiKeyId: screen.api_key_id,
    }));
    const ended = await screens.watch(watched, { waitSeconds: body.wait_seconds, signal });
    return {
      status: 200,
      body: {
        ended: ended.map(({ taskId, leaseEpoch, mode, apiKeyId, reason }) => ({
          task_id: taskId,
          lease_epoch: leaseEpoch,
          mode,
          ...(apiKeyId !== undefined && { api_key_id: apiKeyId }),
          reason,
        })),
      },
    };
  },
);
