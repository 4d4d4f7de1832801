import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * For responses that are data: no browser may render them as a page. The documentation page sets
 * its own policy.
 */
export function setSecurityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Pages of other origins may use files and responses, which signatures and keys protect.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
