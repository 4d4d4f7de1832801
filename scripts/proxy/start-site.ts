import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = '<!doctype html><title>Archive</title><h1>Archive</h1><a href="/archive">Download</a>';

/** A page with a link to a file of the given size. */
export async function startSite(
  bytes: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== '/archive') {
      outgoing.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    outgoing.setHeader('content-type', 'application/octet-stream');
    outgoing.setHeader('content-disposition', 'attachment; filename="archive.bin"');
    outgoing.end(Buffer.alloc(bytes, 'errand'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
