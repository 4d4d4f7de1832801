import type { RequestHandler } from 'express';

/**
 * Returns a handler whose modules are loaded at its first request. Requests that arrive meanwhile
 * wait for the same modules. If they cannot be loaded, the next request tries again.
 */
export function loadHandler(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const handle = await loading;
    await handle(request, response, next);
  };
}
