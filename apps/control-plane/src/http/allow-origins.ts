import cors from 'cors';
import type { RequestHandler } from 'express';

const PREFLIGHT_SECONDS = 600;
const EXPOSED_HEADERS = [
  'x-request-id',
  'x-api-key-expires-at',
  'x-error-code',
  'www-authenticate',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'allow',
];

/**
 * Lets pages of these origins call the API from a browser; `*` allows every origin. API keys are
 * headers, so no cookies are needed.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
