import { type ApiDocument, readErrandDocument } from '@errand/api-types';
import { Router } from 'express';
import { stringify } from 'yaml';
import { serveGuide } from './serve-guide.ts';
import { serveSite } from './site/serve-site.ts';
import { serveTryPage } from './try/serve-try-page.ts';

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
  router.use('/docs/api/try', serveTryPage());
  router.use('/docs', serveSite({ document, publicUrl }));
  return router;
}
