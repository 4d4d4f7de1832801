import type { Express } from 'express';
import pg from 'pg';
import supertest from 'supertest';
import type { Dependencies } from '../../dependencies.ts';
import { API_KEY_SCOPES } from '../../http/api-key-scope.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import type { Ask, DrivesEach, SendEach } from './ask.ts';
import { serve } from './drive.ts';

/** Dependencies that check credentials. */
const CREDENTIALS = ['.apiKeys.findOwner', '.eventTickets.redeem', '.cookieSessions.cookie'];

/** The app whose dependencies fail, except for those that are named. */
function serveFailing(app: TestApp, error: unknown, open: readonly string[] = []): Express {
  const fail = (name: string, value: unknown): unknown => {
    if (open.includes(name) || value instanceof AbortSignal) return value;
    if (typeof value === 'function')
      return () => {
        throw error;
      };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, fail(`${name}.${member}`, inner)]),
    );
  };
  const { readiness: _, ...rest } = app.dependencies;
  return serve(app, fail('', rest) as Partial<Dependencies>);
}

async function catchError(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return new Error(`"${String(await run())}" was not an error.`);
  } catch (error) {
    return error;
  }
}

/** Makes each operation fail after authentication. */
function failEach(app: TestApp, ask: Ask, error: unknown): SendEach {
  const server = serveFailing(app, error, CREDENTIALS);
  const down = serveFailing(app, error);
  return async (operation) =>
    ask(operation, { server: operation.scope === undefined ? down : server });
}

/** Codes that do not depend on what an operation does. */
export const commonCodes: DrivesEach = {
  'malformed-request': async (_app, ask) => async (operation) =>
    ask(operation, { headers: { 'content-type': 'application/json' }, text: '{' }),
  unauthorized: async (_app, ask) => async (operation) =>
    ask(operation, { headers: { 'x-api-key': 'unknown' } }),
  async 'cross-origin-request'(app, ask) {
    const { headers } = await app.post('/api/v1/session').expect(201);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    return async (operation) =>
      ask(operation, { headers: { cookie, origin: 'https://evil.example' } });
  },
  async 'missing-scope'(app, ask) {
    const keys = new Map<string, string>();
    for (const scope of API_KEY_SCOPES) {
      const scopes = API_KEY_SCOPES.filter((other) => other !== scope);
      const { key } = await app.dependencies.apiKeys.create(app.accountId, { name: scope, scopes });
      keys.set(scope, key);
    }
    return async (operation) =>
      ask(operation, { headers: { 'x-api-key': keys.get(operation.scope ?? '') ?? '' } });
  },
  'payload-too-large': async (_app, ask) => async (operation) =>
    ask(operation, { text: JSON.stringify('x'.repeat(operation.maxBodyBytes)) }),
  'unsupported-media-type': async (_app, ask) => async (operation) =>
    ask(operation, { headers: { 'content-type': 'text/plain' }, text: 'one' }),
  'invalid-request': async (_app, ask) => async (operation) =>
    ask(operation, { query: { no_such_parameter: '1' } }),
  async 'unstorable-text'(app, ask) {
    const error = await catchError(async () => app.database.pool.query('SELECT $1::text', ['\0']));
    return failEach(app, ask, error);
  },
  async 'too-many-requests'(app, ask) {
    const server = serve(app, {}, { addressRateLimitPerMinute: 1 });
    await supertest(server).get('/api/v1/me').set('x-api-key', app.apiKey).expect(200);
    return async (operation) => ask(operation, { server });
  },
  async 'too-many-failed-keys'(app, ask) {
    const server = serve(app, {}, { failedKeysPerMinute: 1 });
    await supertest(server).get('/api/v1/me').set('x-api-key', 'wrong').expect(401);
    return async (operation) => ask(operation, { server, headers: { 'x-api-key': 'other' } });
  },
  'internal-error': async (app, ask) => failEach(app, ask, new Error('bug')),
  async 'database-unavailable'(app, ask) {
    // Nothing listens there.
    const error = await catchError(() => new pg.Client('postgres://127.0.0.1:9/none').connect());
    const server = serveFailing(app, error);
    return async (operation) => ask(operation, { server });
  },
  async 'server-busy'(app, ask) {
    const admission = { concurrent: 0, queued: 0, waitMs: 1, heldOpen: 0 };
    const server = serve(app, {}, { admission });
    return async (operation) => ask(operation, { server });
  },
};
