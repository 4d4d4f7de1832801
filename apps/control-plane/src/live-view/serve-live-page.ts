import express, { Router } from 'express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const page = fileURLToPath(new URL('page', import.meta.url));
const novnc = join(dirname(require.resolve('@novnc/novnc')), '..');

export interface LivePageOptions {
  /** The only address to which the page may open WebSockets; absent without a live view. */
  readonly streamPublicUrl?: string | undefined;
  /** Origins of signed URLs of files, if an object store serves them. Default none. */
  readonly fileOrigins?: readonly string[];
}

/**
 * Serves the reference client of the live view at `/live/{task_id}`. The page contains no task
 * data: it calls the public API like any other client, with the cookie of the console's session or
 * the API key that it asks for.
 */
export function serveLivePage(options: LivePageOptions): Router {
  const router = Router();
  router.use('/live', allowPage(options));
  for (const part of ['core', 'vendor']) {
    const files = express.static(join(novnc, part), { index: false, maxAge: '1d' });
    router.use(`/live/assets/novnc/${part}`, files);
  }
  router.get('/live/assets/live-page.js', (_request, response) => {
    response.sendFile('live-page.generated.js', { root: page });
  });
  router.get('/live/assets/live-page.css', (_request, response) => {
    response.sendFile('live-page.css', { root: page });
  });
  router.get('/live/:taskId', (_request, response) => {
    response.sendFile('index.html', { root: page });
  });
  return router;
}

function allowPage({ streamPublicUrl, fileOrigins = [] }: LivePageOptions) {
  const gateways = streamPublicUrl === undefined ? [] : [new URL(streamPublicUrl).origin];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // noVNC creates cursors and images from data: URLs.
      imgSrc: ["'self'", 'data:', ...fileOrigins],
      connectSrc: ["'self'", ...gateways],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}
