import cors from 'cors';
import type { RequestHandler } from 'express';

const PREFLIGHT_SECONDS = 600;
const LOOPBACK_ORIGIN =
  /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** Whether pages of an origin come from this machine. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK_ORIGIN.test(origin);

/** In a list of origins, stands for every page of this machine, on any port. */
export const LOOPBACK = 'loopback';

/**
 * Lets pages of these origins call the API from a browser; `*` allows every origin, `loopback`
 * those of this machine. They can read the response headers in `exposed`. They send API keys: the
 * cookie of a session counts only in requests from pages of this server.
 */
export function allowOrigins(
  origins: readonly string[],
  exposed: readonly string[],
): RequestHandler {
  const allowed = origins.map((origin) => (origin === LOOPBACK ? LOOPBACK_ORIGIN : origin));
  return cors({
    origin: origins.includes('*') ? '*' : allowed,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [...exposed],
    maxAge: PREFLIGHT_SECONDS,
  });
}
