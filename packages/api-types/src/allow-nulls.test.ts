import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { allowNulls } from './allow-nulls.ts';
import { readErrandDocument } from './index.ts';

test('adds null to optional members of requests, at any depth, and to nothing else', () => {
  const ref = { $ref: '#/components/schemas/Part' };
  const body = {
    type: 'object',
    required: ['needed'],
    properties: {
      needed: { type: 'string' },
      choice: { type: 'string', enum: ['a'], default: 'a' },
      part: { description: 'A part.', ...ref },
      list: { type: 'array', items: ref },
      either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      none: { type: ['string', 'null'] },
    },
  };
  const content = { 'application/json': { schema: body } };
  const document = {
    paths: { '/a': { post: { requestBody: { content }, responses: { 200: { content: {} } } } } },
    components: {
      schemas: {
        Part: { properties: { inner: { type: 'boolean' }, again: ref } },
        Answer: { properties: { own: { type: 'string' } } },
      },
    },
  };
  const nullPart = { oneOf: [ref, { type: 'null' }] };
  expect(allowNulls(document)).toMatchObject({
    paths: {
      '/a': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    needed: { type: 'string' },
                    choice: { type: ['string', 'null'], enum: ['a', null], default: 'a' },
                    part: { description: 'A part.', ...nullPart },
                    list: { type: ['array', 'null'], items: ref },
                    either: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
                    none: { type: ['string', 'null'] },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Part: { properties: { inner: { type: ['boolean', 'null'] }, again: nullPart } },
        Answer: { properties: { own: { type: 'string' } } },
      },
    },
  });
});

test('the published document accepts null for what a submission may leave out', () => {
  const document = readErrandDocument();
  const validator = new Ajv2020({ strict: false, validateFormats: false });
  validator.addSchema(document, 'errand', false, false);
  const validate = validator.compile({ $ref: 'errand#/components/schemas/SubmitTaskRequest' });
  const required = { endpoint_name: 'a', input_parameters: {} };
  expect(validate({ ...required, secure_parameters: null, use_proxy: null })).toBe(true);
  expect(validate({ ...required, endpoint_name: null })).toBe(false);
});
