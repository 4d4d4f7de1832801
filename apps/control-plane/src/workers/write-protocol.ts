import type { WorkerProtocol } from '@errand/api-types';

/** Writes the versions as they appear in responses to workers. */
export function writeProtocol({ version, minVersion }: WorkerProtocol) {
  return { protocol: version, min_protocol: minVersion };
}
