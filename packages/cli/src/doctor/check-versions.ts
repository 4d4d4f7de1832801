import { VERSION } from '../version.ts';
import type { Check } from './finding.ts';

/** Checks whether this program has the server's version: a newer server may support more. */
export const checkVersions: Check = async (call, signal) => {
  const { url } = call.connection();
  const response = await fetch(`${url}/openapi.json`, { signal });
  if (!response.ok) {
    return { outcome: 'failed', detail: `${url}/openapi.json returns ${response.status}.` };
  }
  const { info } = (await response.json()) as { readonly info: { readonly version: string } };
  const detail = `server ${info.version}, command line ${VERSION}`;
  return { outcome: info.version === VERSION ? 'ok' : 'warning', detail };
};
