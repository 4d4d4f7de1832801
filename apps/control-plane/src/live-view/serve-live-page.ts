import express, { Router } from 'express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const page = fileURLToPath(new URL('page', import.meta.url));
const novnc = join(dirname(require.resolve('@novnc/novnc')), '..');

/**
 * Serves the reference client of the live view at `/live/{task_id}`. The page contains no task
 * data: it asks for an API key and calls the public API like any other client. `streamPublicUrl` is
 * the only address it may open WebSockets to.
 */
export function serveLivePage(streamPublicUrl: string | undefined): Router {
  const router = Router();
  router.use('/live', allowPage(streamPublicUrl));
  router.use('/live/assets/novnc/core', express.static(join(novnc, 'core'), { index: false }));
  router.use('/live/assets/novnc/vendor', express.static(join(novnc, 'vendor'), { index: false }));
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

function allowPage(streamPublicUrl: string | undefined) {
  const gateways = streamPublicUrl === undefined ? [] : [new URL(streamPublicUrl).origin];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // noVNC creates cursors and images from data: URLs.
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...gateways],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}
