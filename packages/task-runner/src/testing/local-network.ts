import { createBrowserNetwork } from '@errand/browser-relay';

/** Network of sessions in tests, whose sites are on loopback. */
export const localNetwork = {
  network: createBrowserNetwork({ allowPrivateAddresses: true }),
  logger: { warn: () => undefined },
};
