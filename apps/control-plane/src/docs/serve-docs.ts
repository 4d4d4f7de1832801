import { type ApiDocument, readErrandDocument } from '@errand/api-types';
import express, { Router } from 'express';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { stringify } from 'yaml';
import { TRY_PAGE, TRY_SCRIPT } from './try-page.ts';
import { serveGuide } from './serve-guide.ts';
import { serveSite } from './site/serve-site.ts';

const require = createRequire(import.meta.url);
const assets = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The document changes only with releases. */
const CACHED = 'public, max-age=300';

/**
 * Serves the OpenAPI document at `/openapi.json` and `/openapi.yaml`, the documentation at `/docs/`
 * with an API reference at `/docs/api/`, a page that sends requests at `/docs/api/try/`, and the
 * documentation as Markdown at `/docs/guide/`. Loads nothing from other hosts. Examples of the
 * documentation call the installation at `publicUrl`.
 */
export function serveDocs(publicUrl?: string): Router {
  // Readers of the document call this installation.
  const document = { ...(readErrandDocument() as ApiDocument), servers: [{ url: '/' }] };
  let yaml: string | undefined;
  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    response.set('cache-control', CACHED).json(document);
  });
  router.get('/openapi.yaml', (_request, response) => {
    yaml ??= stringify(document, { aliasDuplicateObjects: false });
    response.set('cache-control', CACHED).type('application/yaml').send(yaml);
  });
  router.use('/docs/guide', serveGuide(publicUrl));
  router.use('/docs/api/try', allowPage);
  router.get('/docs/api/try/swagger-initializer.js', (_request, response) => {
    response.type('text/javascript').send(TRY_SCRIPT);
  });
  // Without the slash, the names of its files would be relative to another folder.
  router.get(/^\/docs\/api\/try\/(?:index\.html)?$/, (_request, response) => {
    response.set('cache-control', CACHED).type('html').send(TRY_PAGE);
  });
  router.use('/docs/api/try', express.static(assets, { maxAge: '1d', index: false }));
  router.use('/docs', serveSite({ document, publicUrl }));
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
