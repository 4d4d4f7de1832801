import { loadErrandDocument } from '@errand/api-types';
import { isRecord } from '@errand/foundation';
import { expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { readContract, type ContractOperation } from '../contract/read-operations.ts';
import type { JsonSchema } from '../contract/violate.ts';
import { dropNulls } from './drop-nulls.ts';
import { createOpenApiValidator } from './openapi-validator.ts';
import { readBody } from './read-body.ts';

const document = loadErrandDocument();
const beforeValidation = [readBody, dropNulls(document)];
/** Responds with the body as handlers get it. */
const app = express();
app.use(createOpenApiValidator({ document, validateResponses: false, beforeValidation }));
app.use((request, response) => {
  response.json(request.body);
});

const operations = readContract().filter(({ examples }) => Object.keys(examples).length > 0);

test.each(operations)(
  'null for an unset member is treated as absent: $operationId',
  async (operation) => {
    for (const example of Object.values(operation.examples)) {
      const body = withNulls(example, operation.bodySchema ?? {});
      expect(await receive(operation, body)).toEqual(await receive(operation, example));
    }
  },
);

test('keeps a null that is meaningful or inside a free-form object', async () => {
  const path = '/api/v1/update_recording/7';
  const change = await supertest(app).patch(path).send({ callback_url: null, description: null });
  expect(change.body).toEqual({ callback_url: null });
  const older = { end_point: 'a', goal: 'b', params: { branch: null } };
  expect((await supertest(app).post('/api/v1/inference').send(older)).body).toEqual(older);
});

test.each([
  ['tasks/cancel', { statuses: ['queued'] }, { task_ids: null, endpoint_name: null }],
  ['tasks/retry', { task_ids: ['a'] }, { statuses: null, cursor: null }],
  ['inference', { endpoint_name: 'a', input_parameters: {} }, { end_point: null, goal: null }],
  ['inference', { end_point: 'a', goal: 'b' }, { endpoint_name: null, input_parameters: null }],
])('null for a member of the other form of %s is treated as absent', async (path, body, nulls) => {
  const receiveWith = async (more: object) => {
    const url = `/api/v1/${path}`;
    const { status, body: received } = await supertest(app)
      .post(url)
      .send({ ...more, ...body });
    expect(status).toBe(200);
    return received;
  };
  expect(await receiveWith(nulls)).toEqual(await receiveWith({}));
});

test('refuses null for a required member', async () => {
  const body = { endpoint_name: 'a', input_parameters: null };
  const { status } = await supertest(app).post('/api/v1/inference').send(body);
  expect(status).toBe(400);
});

async function receive({ method, urlWith }: ContractOperation, body: unknown): Promise<unknown> {
  const request = supertest(app)[method](urlWith({})).set('content-type', 'application/json');
  const { status, body: received } = await request.send(JSON.stringify(body));
  expect({ status, received }).toMatchObject({ status: 200 });
  return received;
}

/** Adds every optional member that the value lacks as null, at any depth. */
function withNulls(value: unknown, schema: JsonSchema): unknown {
  const { properties = {}, required = [], items, oneOf } = chooseVariant(schema, value);
  if (oneOf) return value;
  if (Array.isArray(value)) return value.map((item) => withNulls(item, items ?? {}));
  if (!isRecord(value)) return value;
  const absent = Object.entries(properties).filter(
    ([name, { type }]) =>
      !(name in value) && !required.includes(name) && ![type].flat().includes('null'),
  );
  const own = Object.entries(value).map(([name, member]) => [
    name,
    withNulls(member, properties[name] ?? {}),
  ]);
  return Object.fromEntries([...absent.map(([name]) => [name, null]), ...own]);
}

function chooseVariant(schema: JsonSchema, value: unknown): JsonSchema {
  if (!schema.if || schema.properties || !isRecord(value)) return schema;
  const isSecond = 'end_point' in value || 'task_ids' in value;
  return (isSecond ? schema.then : schema.else) ?? {};
}
