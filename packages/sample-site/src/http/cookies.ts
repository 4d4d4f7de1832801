import type { Request } from 'express';

export const SESSION_COOKIE = 'harbor_session';
export const BANNER_COOKIE = 'harbor_cookies';

export function readCookie(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
