import type { ErrandSchemas } from '@errand/client';

const ME = '/api/v1/me';
const SESSION = '/api/v1/session';
const CHANGED =
  'This browser is now signed in with another key, which another tab replaced. Sign in again to continue here.';
const ENDED =
  'The session of this browser has ended: it expired, was signed out, or its key is no longer valid. Sign in again.';

/**
 * All tabs share the browser's cookie, which another tab may replace. Sends a change only while the
 * cookie belongs to the key that this tab first read, and nothing but a sign-out after that: every
 * other request gets a 401. A 401 of the server, whose words are for programs, says that the session
 * has ended.
 */
export function createOneAccountFetch(fetchAny: typeof globalThis.fetch): typeof globalThis.fetch {
  const send: typeof globalThis.fetch = async (input, init) => {
    const response = await fetchAny(input, init);
    return response.status === 401 ? refuse(ENDED) : response;
  };
  let shownKey: string | undefined;
  let isReplaced = false;
  const check = async (response: Response): Promise<Response> => {
    if (!response.ok) return response;
    const { key } = (await response.clone().json()) as ErrandSchemas['MeAnswer'];
    shownKey ??= key.api_key_id;
    isReplaced ||= key.api_key_id !== shownKey;
    return isReplaced ? refuse(CHANGED) : response;
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, origin } = new URL(request.url);
    // Signing out ends the browser's session, whosever it is.
    if (request.method === 'DELETE' && pathname === SESSION) return send(request);
    if (isReplaced) return refuse(CHANGED);
    if (pathname === ME) return check(await send(request));
    if (request.method !== 'GET') {
      const { signal } = request;
      const me = await check(await send(`${origin}${ME}`, { signal }));
      if (!me.ok) return me;
    }
    return send(request);
  };
}

const refuse = (why: string): Response =>
  Response.json({ code: 'unauthorized', error: why }, { status: 401 });
