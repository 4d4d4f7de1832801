import { findChromium } from '@errand/test-kit';
import { localNetwork } from './local-network.ts';

/** How to open sessions that leave their files in a folder of the test. */
export function optionsIn(workDirectory: string) {
  const { PATH, HOME } = process.env;
  return {
    workDirectory,
    chromiumPath: findChromium(),
    fence: [],
    ...localNetwork,
    width: 1024,
    height: 768,
    environment: { PATH, HOME },
  };
}
