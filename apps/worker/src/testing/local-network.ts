import { createBrowserNetwork } from '@errand/browser-relay';

/** For sessions in tests: their sites are on loopback. */
export const localNetwork = {
  network: createBrowserNetwork({ allowPrivateAddresses: true }),
  logger: { warn: () => undefined },
};
