import { Router } from 'express';
import helmet from 'helmet';
import { join } from 'node:path';
import type { ApiDocument } from '@errand/api-types';
import { createOperationFinder } from '../reference/find-operation.ts';
import { listReferencePages } from '../reference/list-pages.ts';
import { readReference } from '../reference/read-reference.ts';
import { linkOperations } from './link-operations.ts';
import { readPages } from './read-pages.ts';
import {
  renderContents,
  renderHits,
  renderNoPage,
  renderPage,
  renderReferencePage,
} from './render-page.ts';
import { indexPages } from './search-pages.ts';
import { servePictures } from './serve-pictures.ts';

/** Maximum length of a search query. */
const MAX_SEARCH_LENGTH = 200;
const STYLES = ['docs.css', 'reference.css'];

interface SiteOptions {
  /** The OpenAPI document of the API reference. */
  readonly document: ApiDocument;
  /** Address of the installation that examples call. */
  readonly publicUrl?: string | undefined;
}

/**
 * Serves the pages of `apps/docs` as HTML at `/docs/NAME`, the API reference at `/docs/api/`, a table
 * of contents at `/docs/` and a search at `/docs/search?q=`; a browser also gets a page for an
 * unknown name. Works without JavaScript. Pages are read at the first request.
 */
export function serveSite(options: SiteOptions): Router {
  let site: ReturnType<typeof openSite> | undefined;
  const open = () => (site ??= openSite(options));
  const router = Router({ strict: true });
  router.use(allowStyles);
  router.get('/', ({ originalUrl }, response) => {
    // Links of the page are relative to `/docs/`.
    if (/^\/docs(?:$|\?)/.test(originalUrl)) response.redirect(301, '/docs/');
    else {
      response.set('cache-control', 'no-cache').type('text/html').send(open().contents);
    }
  });
  for (const name of STYLES) {
    router.get(`/${name}`, (_request, response) => {
      response
        .set('cache-control', 'public, max-age=300')
        .sendFile(join(import.meta.dirname, name));
    });
  }
  servePictures(router);
  router.get('/search', ({ query }, response) => {
    const { q = '' } = query;
    const wanted = (typeof q === 'string' ? q : '').trim().slice(0, MAX_SEARCH_LENGTH);
    response.type('text/html').send(open().search(wanted));
  });
  router.get(['/:name', '/api/{:name}'], ({ path }, response, next) => {
    const page = open().pageOf(path.slice(1));
    if (page === undefined) return next();
    response.set('cache-control', 'no-cache').type('text/html').send(page);
  });
  router.get(['/:name{/}', '/api/:name{/}'], (request, response, next) => {
    const name = request.path.replaceAll(/^\/|\/$/g, '');
    response.vary('accept');
    // Links of a page are relative to its address without a slash, those of a group to one with it.
    if (open().pageOf(name)) response.redirect(301, `/docs/${name}`);
    else if (open().pageOf(`${name}/`)) response.redirect(301, `/docs/${name}/`);
    else if (request.accepts(['json', 'html']) !== 'html') next();
    else response.status(404).type('text/html').send(open().noPage(name));
  });
  return router;
}

function openSite({ document, publicUrl }: SiteOptions) {
  const { groups: guide, all } = readPages(publicUrl);
  const read = readReference(document);
  const reference = listReferencePages(read);
  const find = createOperationFinder(read);
  for (const { tokens } of all) linkOperations(tokens, find);
  const ofReference = { title: 'API reference', pages: reference };
  const groups = [...guide, ofReference];
  const titles = new Map(
    guide.flatMap(({ pages }) => pages.map(({ name, title }) => [name, title])),
  );
  const search = indexPages(
    all.map((page) => ({ ...page, title: titles.get(page.name) ?? page.title })),
    reference.flatMap(({ sections }) => sections),
  );
  const renderers = new Map([
    ...all.map((page): [string, () => string] => [page.name, () => renderPage(page, groups)]),
    ...reference.map((page): [string, () => string] => [
      page.name,
      // The menu begins with what is open.
      () => renderReferencePage(page, [ofReference, ...guide]),
    ]),
  ]);
  const rendered = new Map<string, string>();
  return {
    contents: renderContents(groups),
    search: (wanted: string) => renderHits(wanted, wanted === '' ? [] : search(wanted), groups),
    noPage(name: string) {
      const wanted = name
        .slice(0, MAX_SEARCH_LENGTH)
        .replaceAll(/[-_./]+/g, ' ')
        .trim();
      return renderNoPage(wanted, wanted === '' ? [] : search(wanted), groups);
    },
    pageOf(name: string) {
      const text = rendered.get(name) ?? renderers.get(name)?.();
      if (text !== undefined) rendered.set(name, text);
      return text;
    },
  };
}

/** Pages load styles and pictures from this installation and run nothing. */
const allowStyles = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});
