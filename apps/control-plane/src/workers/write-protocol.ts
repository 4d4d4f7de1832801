import type { WorkerProtocol } from '@errand/api-types';

/** The form in responses to workers. */
export function writeProtocol({ version, minVersion }: WorkerProtocol) {
  return { protocol: version, min_protocol: minVersion };
}
