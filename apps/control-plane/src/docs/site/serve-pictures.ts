import type { Router } from 'express';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Serves the pictures of `apps/docs` by the names that links in the pages use. */
export function servePictures(router: Router): void {
  for (const name of readdirSync(FOLDER).filter((file) => /\.(?:png|svg)$/.test(file))) {
    router.get(`/${name}`, (_request, response) => {
      response.set('cache-control', 'public, max-age=300').sendFile(join(FOLDER, name));
    });
  }
}
