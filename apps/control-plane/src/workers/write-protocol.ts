import type { WorkerProtocol } from '@errand/api-types';

/** As responses to workers contain it. */
export function writeProtocol({ version, minVersion }: WorkerProtocol) {
  return { protocol: version, min_protocol: minVersion };
}
