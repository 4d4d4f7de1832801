import { once } from 'node:events';
import { createServer } from 'node:http';
import supertest from 'supertest';
import { createSampleSite } from './sample-site.ts';
import type { SampleSiteOptions } from './site.ts';

export type TestClient = ReturnType<typeof supertest.agent>;

export interface TestSite extends AsyncDisposable {
  /** Returns a client with its own cookies, signed in when an account is given. */
  readonly client: (account?: string) => Promise<TestClient>;
}

/** Serves a site without delays. */
export async function openTestSite(options: SampleSiteOptions = {}): Promise<TestSite> {
  const site = createSampleSite({ saveDelayMs: 0, exportDelayMs: 0, ...options });
  const server = createServer(site).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    async client(account) {
      const client = supertest.agent(server);
      if (account !== undefined) await signIn(client, account).expect(302);
      return client;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function signIn(client: TestClient, email: string, password = 'harbor-demo') {
  return client.post('/login').type('form').send({ email, password });
}
