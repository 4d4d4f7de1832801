import type { RequestHandler } from 'express';
import type { Site } from '../site.ts';

/**
 * Sets a strict content security policy, as real portals do: automation code must work despite it.
 */
export function securityHeaders({ options }: Site): RequestHandler {
  const frames = ["'self'", options.embeddedOrigin].join(' ').trim();
  const policy = `default-src 'self'; frame-src ${frames}; form-action 'self'; base-uri 'none'`;
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    next();
  };
}
