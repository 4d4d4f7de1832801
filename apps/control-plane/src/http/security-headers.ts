import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** For answers that are data: no browser may make a page of them. The documentation page sets its own policy. */
export function setSecurityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Files and answers may be used by pages of other origins: signatures and keys protect them.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
