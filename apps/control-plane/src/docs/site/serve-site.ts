import { Router } from 'express';
import helmet from 'helmet';
import { fileURLToPath } from 'node:url';
import { readPages, type DocsPage } from './read-pages.ts';
import { renderContents, renderHits, renderNoPage, renderPage } from './render-page.ts';
import { indexPages } from './search-pages.ts';
import { servePictures } from './serve-pictures.ts';

/** Maximum length of a search query. */
const MAX_SEARCH_LENGTH = 200;
const STYLES = fileURLToPath(new URL('./docs.css', import.meta.url));

/**
 * Serves the pages of `apps/docs` as HTML at `/docs/NAME`, a table of contents at `/docs/` and a
 * search at `/docs/search?q=`; a browser also gets a page for an unknown name. Works without
 * JavaScript. Pages are read at the first request.
 */
export function serveSite(publicUrl?: string): Router {
  let site: ReturnType<typeof openSite> | undefined;
  const open = () => (site ??= openSite(publicUrl));
  const router = Router({ strict: true });
  router.use(allowStyles);
  router.get('/', ({ originalUrl }, response) => {
    // Links of the page are relative to `/docs/`.
    if (/^\/docs(?:$|\?)/.test(originalUrl)) response.redirect(301, '/docs/');
    else {
      response.set('cache-control', 'no-cache').type('text/html').send(open().contents);
    }
  });
  router.get('/docs.css', (_request, response) => {
    response.set('cache-control', 'public, max-age=300').sendFile(STYLES);
  });
  servePictures(router);
  router.get('/search', ({ query }, response) => {
    const { q = '' } = query;
    const wanted = (typeof q === 'string' ? q : '').trim().slice(0, MAX_SEARCH_LENGTH);
    response.type('text/html').send(open().search(wanted));
  });
  router.get('/:name', ({ params }, response, next) => {
    const page = open().pageOf(params.name);
    if (page === undefined) return next();
    response.set('cache-control', 'no-cache').type('text/html').send(page);
  });
  router.get('/:name{/}', (request, response, next) => {
    const { name } = request.params;
    response.vary('accept');
    // Links of a page are relative to `/docs/`.
    if (open().pageOf(name)) response.redirect(301, `/docs/${name}`);
    else if (request.accepts(['json', 'html']) !== 'html') next();
    else response.status(404).type('text/html').send(open().noPage(name));
  });
  return router;
}

function openSite(publicUrl: string | undefined) {
  const { groups, all } = readPages(publicUrl);
  const find = indexPages(all);
  const pages = new Map(all.map((page) => [page.name, page]));
  const rendered = new Map<string, string>();
  const render = (page: DocsPage) => {
    const text = renderPage(page, groups);
    rendered.set(page.name, text);
    return text;
  };
  return {
    contents: renderContents(groups),
    search: (wanted: string) => renderHits(wanted, wanted === '' ? [] : find(wanted), groups),
    noPage(name: string) {
      const wanted = name
        .slice(0, MAX_SEARCH_LENGTH)
        .replaceAll(/[-_.]+/g, ' ')
        .trim();
      return renderNoPage(wanted, wanted === '' ? [] : find(wanted), groups);
    },
    pageOf(name: string) {
      const page = pages.get(name);
      return page && (rendered.get(name) ?? render(page));
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
