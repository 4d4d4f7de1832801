import { Router } from 'express';
import { dirname, relative, resolve } from 'node:path';
import { CONTENTS, listPages, ROOT } from './site/list-pages.ts';
import { readMarkdown } from './site/read-markdown.ts';
import { servePictures } from './site/serve-pictures.ts';

const START_PAGE = 'README';

const LINK = /\[(?<words>[^\]]+)\]\((?<target>[^):\s]+)\)/g;

/**
 * Serves the pages for users and operators, in Markdown, as plain text, which browsers show but
 * never run. Readers there have no repository, so links to its other files become paths.
 */
export function serveGuide(publicUrl?: string): Router {
  const router = Router();
  const pages = new Map([...listPages(), [CONTENTS, START_PAGE]]);
  for (const [file, name] of pages) {
    const text = placeLinks(file, readMarkdown(file, publicUrl), pages);
    router.get(name === START_PAGE ? ['/', `/${name}.md`] : `/${name}.md`, (_request, response) => {
      response.set('cache-control', 'public, max-age=300').type('text/plain').send(text);
    });
  }
  servePictures(router);
  return router;
}

function placeLinks(file: string, markdown: string, pages: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(LINK, (link, words: string, target: string) => {
    const [path = '', heading] = target.split('#');
    const place = resolve(dirname(file), path);
    const anchor = heading === undefined ? '' : `#${heading}`;
    const page = path === '' ? undefined : pages.get(place);
    if (page !== undefined) return `[${words}](${page}.md${anchor})`;
    if (!path.startsWith('../')) return link;
    const name = `\`${relative(ROOT, place)}${anchor}\``;
    return name === `\`${words}\`` ? name : `${words} (${name})`;
  });
}
