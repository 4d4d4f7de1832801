import { expect, test } from '@jest/globals';
import { complainOf, lineOf, listChanges, readAccepted } from './check-changes.ts';
import { type Change, compareDocuments } from './compare-documents.ts';

test('the API does not break clients of the last release', () => {
  expect(complainOf(listChanges(), readAccepted())).toEqual([]);
});

const json = (schema: object) => ({ 'application/json': { schema } });

/** A small API with every kind of location. */
function createDocument() {
  const text = { type: 'string', minLength: 1 };
  const task = {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'retries'],
    properties: {
      id: text,
      retries: { type: 'integer' },
      state: { type: 'string', enum: ['open', 'done'] },
      description: { type: 'string' },
    },
  };
  const codes = { schema: { type: 'string', enum: ['not-found', 'gone'] } };
  const get = {
    operationId: 'getTask',
    description: 'Reads a task.',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'view', in: 'query', schema: { type: 'string', enum: ['short', 'long'] } },
    ],
    responses: {
      200: { description: 'It.', content: json({ $ref: '#/components/schemas/Task' }) },
      404: { description: 'None.', headers: { 'x-error-code': codes } },
    },
  };
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name: text, count: { type: 'integer', maximum: 10 } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    paths: {
      '/tasks/{id}': { get },
      '/tasks': {
        post: {
          operationId: 'createTask',
          requestBody: { required: true, content: json(body) },
          responses: { 202: { description: 'Queued.' } },
        },
      },
    },
    webhooks: {
      finished: {
        post: {
          requestBody: { content: json({ $ref: '#/components/schemas/Task' }) },
          responses: { 200: { description: 'Thanks.' } },
        },
      },
    },
    components: { schemas: { Task: task } },
  };
}

type Json = Record<string, unknown>;
type Edit = (document: Json) => void;

/** Path in the document, with steps separated by spaces. */
const GET = 'paths /tasks/{id} get';
const CODES = `${GET} responses 404 headers x-error-code schema enum`;
const VIEWS = `${GET} parameters 1 schema enum`;
const TASK = 'components schemas Task';
const BODY = 'paths /tasks post requestBody content application/json schema';

/** The object that contains the last step, and that step. */
function resolve(document: Json, place: string): [Json, string] {
  const steps = place.split(' ');
  const last = steps.pop() ?? '';
  const holder = steps.reduce<unknown>((value, step) => (value as Json)[step], document);
  return [holder as Json, last];
}

const set =
  (place: string, value: unknown): Edit =>
  (document) => {
    const [holder, name] = resolve(document, place);
    holder[name] = value;
  };
const remove =
  (place: string): Edit =>
  (document) => {
    const [holder, name] = resolve(document, place);
    delete holder[name];
  };
const push =
  (place: string, value: unknown): Edit =>
  (document) => {
    const [holder, name] = resolve(document, place);
    (holder[name] as unknown[]).push(value);
  };
const pop =
  (place: string): Edit =>
  (document) => {
    const [holder, name] = resolve(document, place);
    (holder[name] as unknown[]).pop();
  };

function change(edit: Edit): Change[] {
  const document = createDocument();
  edit(document);
  return compareDocuments(createDocument(), document);
}

const parameter = { name: 'a', in: 'query', schema: { type: 'string' } };

test.each<[string, string, Edit]>([
  ['a removed operation', 'GET /tasks/{id}', remove(GET)],
  ['a removed member of a response', 'GET /tasks/{id}', remove(`${TASK} properties state`)],
  ['a removed member of a webhook', 'POST /webhooks/finished', remove(`${TASK} properties state`)],
  ['a member that is only sometimes sent', 'GET /tasks/{id}', pop(`${TASK} required`)],
  ['another type', 'GET /tasks/{id}', set(`${TASK} properties retries type`, 'string')],
  ['a null', 'GET /tasks/{id}', set(`${TASK} properties retries type`, ['integer', 'null'])],
  ['a new value of a response', 'GET /tasks/{id}', push(`${TASK} properties state enum`, 'late')],
  ['a removed status', 'GET /tasks/{id}', remove(`${GET} responses 404`)],
  ['a removed error code', 'GET /tasks/{id}', pop(CODES)],
  ['a narrowed enum', 'GET /tasks/{id}', pop(VIEWS)],
  ['a removed parameter', 'GET /tasks/{id}', pop(`${GET} parameters`)],
  [
    'a required parameter',
    'GET /tasks/{id}',
    push(`${GET} parameters`, { ...parameter, required: true }),
  ],
  ['a required member', 'POST /tasks', push(`${BODY} required`, 'count')],
  ['a removed member of a request', 'POST /tasks', remove(`${BODY} properties count`)],
  ['a narrower limit', 'POST /tasks', set(`${BODY} properties count maximum`, 5)],
  ['a narrower type', 'POST /tasks', set(`${BODY} properties name type`, 'integer')],
])('%s breaks clients', (_, operation, edit) => {
  const breaking = change(edit).filter(({ isBreaking }) => isBreaking);
  expect(breaking.map((one) => one.operation)).toContain(operation);
});

test.each<[string, Edit]>([
  ['a new operation', set('paths /new', { get: { responses: { 200: { description: '' } } } })],
  ['a new member of a response', set(`${TASK} properties more`, { type: 'string' })],
  ['a member that is now always sent', push(`${TASK} required`, 'state')],
  ['a new error code', push(CODES, 'late')],
  ['a new status', set(`${GET} responses 409`, { description: '' })],
  ['a new value of a request', push(VIEWS, 'all')],
  ['a new optional parameter', push(`${GET} parameters`, parameter)],
  ['a new optional member', set(`${BODY} properties more`, { type: 'string' })],
  ['a wider limit', set(`${BODY} properties count maximum`, 50)],
  ['a wider type', set(`${BODY} properties count type`, ['integer', 'null'])],
  ['a mark of deprecation', set(`${GET} deprecated`, true)],
])('%s is allowed', (_, edit) => {
  const changes = change(edit);
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.filter(({ isBreaking }) => isBreaking)).toEqual([]);
});

test('compares error codes by their names, and accepts a change of any operation', () => {
  const document = createDocument();
  set(CODES, ['one', 'two', 'three'])(document);
  const later = structuredClone(document);
  set(CODES, ['one', 'three'])(later);
  const changes = compareDocuments(document, later);
  expect(changes.map(lineOf)).toEqual(['GET /tasks/{id}: [remove] two of response 404']);
  expect(complainOf(changes, new Set())).toHaveLength(1);
  expect(complainOf(changes, new Set(['*: [remove] two of response 404']))).toEqual([]);
});

test('ignores descriptions, but not members named `description`', () => {
  expect(change(set(`${GET} description`, 'Reads it.'))).toEqual([]);
  const removed = change(remove(`${TASK} properties description`));
  expect(removed.some(({ isBreaking }) => isBreaking)).toBe(true);
});

test('reports a breaking change with its operation, location and remedy until it is accepted', () => {
  const changes = change(remove(`${TASK} properties retries`));
  expect(complainOf(changes, new Set())[0]).toMatch(
    /^GET \/tasks\/\{id\}: .*retries.*Response 200.*keep the old form.*openapi\/released\/accepted-changes\.yaml\.$/,
  );
  const lines = changes.map(({ operation, what }) => `${operation}: ${what}`);
  expect(complainOf(changes, new Set(lines))).toEqual([]);
});
