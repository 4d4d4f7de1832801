import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

const TOKEN_BYTES = 32;

/** Accepts files by PUT in place of the object store, at unguessable single-use URLs. */
export interface FileDrop {
  /** Returns the URL; a complete upload to it is stored at the path. */
  readonly open: (path: string, size: number) => string;
  /** Returns the HTTP status. */
  readonly receive: (token: string, request: IncomingMessage) => Promise<200 | 400 | 404>;
}

export function createFileDrop(addressOf: (token: string) => string): FileDrop {
  const places = new Map<string, { readonly path: string; readonly size: number }>();
  return {
    open(path, size) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      places.set(token, { path, size });
      return addressOf(token);
    },
    async receive(token, request) {
      const place = places.get(token);
      if (!place) return 404;
      const { path, size } = place;
      const temporary = `${path}.new`;
      await pipeline(request, createWriteStream(temporary, { mode: 0o600 }));
      await using file = await open(temporary, 'r+');
      if ((await file.stat()).size !== size) return 400;
      await file.sync();
      await rename(temporary, path);
      places.delete(token);
      return 200;
    },
  };
}
