import express, { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FAVICON = fileURLToPath(new URL('favicon.svg', import.meta.url));
/** Built by `pnpm console`. Missing in a checkout that was never started with `npm start`. */
const BUNDLE = fileURLToPath(new URL('../../../console/dist', import.meta.url));

const NO_BUNDLE =
  'The console has not been built here. Run "pnpm console" in the repository and reload this page: no restart is needed. The API works without it.\n';

/** Links for programs. */
const LINKS = {
  console: '/console/',
  documentation: '/docs/',
  api_reference: '/docs/api/',
  openapi: '/openapi.json',
  ready: '/health/ready',
};

export interface ConsoleOptions {
  /** The address at which viewers reach a gateway; absent without a live view. */
  readonly streamPublicUrl?: string | undefined;
  /** Origins of signed URLs of files, if an object store serves them. Default none. */
  readonly fileOrigins?: readonly string[];
  /** Folder of the bundle. Default: this repository's. */
  readonly bundle?: string;
}

/**
 * Serves the console at `/console/` and at `/` to browsers; other clients of `/` get links as JSON.
 * The console calls the public API with its user's key: these files contain no data.
 */
export function serveConsole(options: ConsoleOptions): Router {
  const { bundle = BUNDLE } = options;
  const router = Router();
  router.get('/', (request, response) => {
    response.vary('accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, '/console/');
    else response.json({ name: 'Errand', links: LINKS });
  });
  router.get('/favicon.ico', (_request, response) => {
    response.sendFile(FAVICON, { maxAge: '1d' });
  });
  router.use('/console', allowPage(options));
  // Their names change with their content. A missing file must not return the console's page.
  const assets = express.static(join(bundle, 'assets'), {
    index: false,
    immutable: true,
    maxAge: '1y',
  });
  router.use('/console/assets', assets, (_request: Request, response: Response) => {
    response.status(404).type('text/plain').send('There is no such file. Reload the page.\n');
  });
  // The console's router handles the rest of the path.
  router.get(/^\/console(?:\/.*)?$/, (request, response) => {
    if (request.path === '/console') response.redirect(302, '/console/');
    else if (existsSync(join(bundle, 'index.html'))) {
      response.sendFile('index.html', { root: bundle, headers: { 'cache-control': 'no-cache' } });
    } else response.status(503).type('text/plain').send(NO_BUNDLE);
  });
  return router;
}

function allowPage({ streamPublicUrl, fileOrigins = [] }: ConsoleOptions) {
  const gateways = streamPublicUrl === undefined ? [] : [new URL(streamPublicUrl).origin];
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', ...fileOrigins],
      mediaSrc: ["'self'", ...fileOrigins],
      connectSrc: ["'self'", ...gateways, ...fileOrigins],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}
