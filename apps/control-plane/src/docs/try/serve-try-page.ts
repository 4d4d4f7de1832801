import express, { Router } from 'express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TRY_PAGE } from './try-page.ts';

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OWN_FILES = ['accessible.js', 'empty-optional-parameters.js', 'start.js', 'try.css'];
/** They change only with releases. */
const CACHED = 'public, max-age=300';

/** Serves the page that sends requests: Swagger UI with a plugin that makes it accessible. */
export function serveTryPage(): Router {
  const router = Router();
  router.use(allowPage);
  // Without the slash, the names of its files would be relative to another folder.
  router.get(['/', '/index.html'], ({ originalUrl }, response, next) => {
    if (/\/try(?:$|\?)/.test(originalUrl)) return next();
    response.set('cache-control', CACHED).type('html').send(TRY_PAGE);
  });
  for (const name of OWN_FILES) {
    router.get(`/${name}`, (_request, response) => {
      response.set('cache-control', CACHED).sendFile(join(import.meta.dirname, name));
    });
  }
  router.use(express.static(SWAGGER_UI, { maxAge: '1d', index: false }));
  return router;
}

const allowPage = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Swagger UI sets inline styles.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    frameAncestors: ["'none'"],
  },
});
