import type { Express } from 'express';
import supertest from 'supertest';
import type { TestApp } from '../../testing/start-test-app.ts';
import type { ContractOperation } from '../read-operations.ts';

/** What differs from a valid request: the first example, sent with an API key that has all scopes. */
interface Changes {
  readonly server?: Express;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Parameters of the path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** Sent as it is, instead of a body. */
  readonly text?: string;
}

export type Ask = (operation: ContractOperation, changes?: Changes) => supertest.Test;

/** Sends an operation the request that returns the code. */
export type SendEach = (operation: ContractOperation) => Promise<supertest.Response>;

/** Prepares the requests. */
export type DriveEach = (app: TestApp, ask: Ask) => Promise<SendEach>;

/** By code: how every operation that declares the code is made to return it. */
export type DrivesEach = Readonly<Record<string, DriveEach>>;

/** Generous, because no error response has to wait. */
const TIMEOUT_MS = 20_000;

/** Sends the example of an operation with some changes. */
export function createAsk(app: TestApp): Ask {
  return (operation, { server = app.app, headers = {}, query = {}, ids = {}, ...sent } = {}) => {
    const [name = ''] = Object.keys(operation.examples);
    const { body = operation.examples[name], text } = sent;
    const client = supertest(server);
    const request = client[operation.method](operation.urlWith(ids));
    request.timeout(TIMEOUT_MS).query(query).set('x-api-key', app.apiKey);
    if (body !== undefined) request.set('content-type', 'application/json');
    request.set({ ...operation.exampleHeaders[name], ...headers });
    // An API key takes precedence over a cookie.
    if ('cookie' in headers) request.unset('x-api-key');
    const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return written === undefined ? request : request.send(written);
  };
}
