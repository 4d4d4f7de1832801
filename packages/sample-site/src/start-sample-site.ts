import { listen } from '@errand/app-runtime';
import { createSampleSite } from './sample-site.ts';
import type { SampleSiteOptions } from './site.ts';

export interface RunningSampleSite extends AsyncDisposable {
  readonly port: number;
  /** `http://host:port`, without a trailing slash. */
  readonly url: string;
}

/**
 * Serves a new site until disposed. Port 0 picks a free port; a busy port throws PortInUseError.
 */
export async function startSampleSite(
  options: SampleSiteOptions & {
    readonly port: number;
    readonly host: string;
    /** Name of the setting that chose the port, for the error text. Default `--port`. */
    readonly setting?: string;
  },
): Promise<RunningSampleSite> {
  const { port, host, setting = '--port', ...siteOptions } = options;
  const listening = await listen(createSampleSite(siteOptions), { port, host, setting });
  return {
    port: listening.port,
    url: listening.url,
    async [Symbol.asyncDispose]() {
      const closed = listening[Symbol.asyncDispose]();
      // Browsers keep connections open, and downloads may still be running; do not wait for them.
      listening.server.closeAllConnections();
      await closed;
    },
  };
}
