import type { CDPSession } from 'puppeteer';

/** The browser's result for an address. */
export type LoadedResource =
  | {
      readonly kind: 'loaded';
      /** Handle of a stream of the content. */
      readonly stream: string;
      /** The value of a header by its name in lower case. */
      readonly header: (name: string) => string | undefined;
    }
  /** `reason` ends a sentence: `the site responded with status 403`. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Fetches an address for a frame, with the browser's cookies and cache. */
export async function loadResource(
  session: CDPSession,
  { frameId, url }: { readonly frameId: string; readonly url: string },
): Promise<LoadedResource> {
  const options = { disableCache: false, includeCredentials: true };
  const { resource } = await session.send('Network.loadNetworkResource', { frameId, url, options });
  const { stream, httpStatusCode: status = 200, netErrorName } = resource;
  if (status >= 400) return { kind: 'failed', reason: `the site responded with status ${status}` };
  if (stream === undefined) return { kind: 'failed', reason: netErrorName ?? 'no response' };
  const headers = Object.entries(resource.headers ?? {});
  return {
    kind: 'loaded',
    stream,
    header(name) {
      const found = headers.find(([key]) => key.toLowerCase() === name);
      return found?.[1];
    },
  };
}
