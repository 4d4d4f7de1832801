import { Router } from 'express';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUIDE = fileURLToPath(new URL('../../../docs/', import.meta.url));
const START_PAGE = 'README.md';

/** A link to a file of the repository that is not part of the guide. */
const OUTSIDE_LINK = /\[(?<words>[^\]]+)\]\((?:\.\.\/){2}(?<path>[^)]+)\)/g;

/**
 * Serves the pages for users and operators, in Markdown, as plain text, which browsers show but
 * never run. Readers there have no repository, so links to its other files become paths.
 */
export function serveGuide(): Router {
  const router = Router();
  for (const name of readdirSync(GUIDE).filter((file) => file.endsWith('.md'))) {
    const text = namePaths(readFileSync(join(GUIDE, name), 'utf8'));
    router.get(name === START_PAGE ? ['/', `/${name}`] : `/${name}`, (_request, response) => {
      response.type('text/plain').send(text);
    });
  }
  return router;
}

function namePaths(text: string): string {
  return text.replaceAll(OUTSIDE_LINK, (_link, words: string, path: string) =>
    words === path ? `\`${path}\`` : `${words} (\`${path}\`)`,
  );
}
