import type { ErrandSchemas } from '@errand/client';

const ME = '/api/v1/me';
const SESSION = '/api/v1/session';
const CHANGED =
  'This browser is now signed in with another key, which another tab replaced. Sign in again to continue here.';

/**
 * All tabs share the browser's cookie, which another tab may replace. Sends a change only while the
 * cookie belongs to the key that this tab first read, and nothing but a sign-out after that: every
 * other request gets a 401.
 */
export function createOneAccountFetch(send: typeof globalThis.fetch): typeof globalThis.fetch {
  let shownKey: string | undefined;
  let isReplaced = false;
  const check = async (response: Response): Promise<Response> => {
    if (!response.ok) return response;
    const { key } = (await response.clone().json()) as ErrandSchemas['MeAnswer'];
    shownKey ??= key.api_key_id;
    isReplaced ||= key.api_key_id !== shownKey;
    return isReplaced ? refuse() : response;
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, origin } = new URL(request.url);
    // Signing out ends the browser's session, whosever it is.
    if (request.method === 'DELETE' && pathname === SESSION) return send(request);
    if (isReplaced) return refuse();
    if (pathname === ME) return check(await send(request));
    if (request.method !== 'GET') {
      const { signal } = request;
      const me = await check(await send(`${origin}${ME}`, { signal }));
      if (!me.ok) return me;
    }
    return send(request);
  };
}

const refuse = (): Response =>
  Response.json({ code: 'unauthorized', error: CHANGED }, { status: 401 });
