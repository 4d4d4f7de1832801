import { afterAll, beforeAll } from '@jest/globals';
import { NEVER, openBrowser, type TestBrowser } from '@errand/test-kit';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPerson, type Person } from './open-person.ts';

interface UsedPerson {
  readonly browser: TestBrowser;
  readonly person: Person;
  /** Address of the site, without a slash at its end. */
  readonly site: string;
}

/** Opens a browser, a person at its screen, and a site with the pages for the tests of a file. */
export function usePerson(pages: Readonly<Record<string, string>>): () => UsedPerson {
  const owned = new AsyncDisposableStack();
  let used: UsedPerson | undefined;
  beforeAll(async () => {
    const server = createServer((request, response) => {
      if (request.url === NEVER) return;
      response.setHeader('content-type', 'text/html; charset=utf-8').end(pages[request.url ?? '']);
    });
    owned.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = owned.use(await openBrowser());
    const person = owned.use(await openPerson(browser.environment));
    used = { browser, person, site };
  });
  afterAll(() => owned.disposeAsync());
  return () => {
    if (!used) throw new Error('The tests of the file have not begun.');
    return used;
  };
}
