import { expect, test } from '@jest/globals';
import { addErrorCodes } from './add-error-codes.ts';

const codesOf = (response: unknown): unknown =>
  Object(response).headers?.['x-error-code']?.schema.enum;

test('declares the codes of the status and of the response, even for shared responses', () => {
  const shared = { $ref: '#/components/responses/Gone' };
  const { paths, components } = addErrorCodes({
    'x-error-codes': { 401: ['unauthorized'], 409: ['busy'] },
    paths: {
      '/a': {
        get: { responses: { 200: {}, 401: {}, 410: shared } },
        put: {
          responses: {
            401: { 'x-only-error-codes': ['no-page'] },
            409: { 'x-error-codes': ['taken'], description: 'Taken.' },
            410: shared,
          },
        },
        delete: { 'x-errand-served-by': 'b', responses: { 401: { 'x-error-codes': ['own'] } } },
      },
    },
    components: { responses: { Gone: { 'x-error-codes': ['deleted'], headers: { a: {} } } } },
  });
  const { get, put, delete: remove } = Object(paths)['/a'];
  expect(get.responses[200]).toEqual({});
  expect(codesOf(get.responses[401])).toEqual(['unauthorized']);
  expect(get.responses[410]).toEqual(shared);
  expect(codesOf(put.responses[401])).toEqual(['no-page']);
  expect(put.responses[401]).not.toHaveProperty('x-only-error-codes');
  expect(codesOf(put.responses[409])).toEqual(['busy', 'taken']);
  expect(put.responses[409]).not.toHaveProperty('x-error-codes');
  expect(codesOf(Object(components).responses.Gone)).toEqual(['deleted']);
  expect(Object(components).responses.Gone.headers).toHaveProperty('a');
  expect(codesOf(remove.responses[401])).toEqual(['own']);
});

test('refuses an error response without codes if the document lists codes', () => {
  const paths = { '/a': { get: { responses: { 418: {} } } } };
  expect(() => addErrorCodes({ 'x-error-codes': {}, paths })).toThrow(
    '"/a" declares no error codes for 418.',
  );
  expect(addErrorCodes({ paths })).toEqual({ paths });
});
