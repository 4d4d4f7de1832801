import { expect, test } from '@jest/globals';
import { addAnswerHeaders } from './add-answer-headers.ts';

const code = { $ref: '#/components/headers/ErrorCode' };
const expiry = { $ref: '#/components/headers/ApiKeyExpiresAt' };

test('declares the headers that all responses have', () => {
  const headers = { RateLimit: { schema: {} } };
  const document = addAnswerHeaders({
    'x-answer-headers': { always: headers },
    paths: { '/a': { get: { responses: { 200: {}, 404: {} } } } },
  });
  const responses = { 200: { headers }, 404: { headers } };
  expect(document).toEqual({ paths: { '/a': { get: { responses } } } });
});

test('declares headers by status and by client, only once even for shared responses', () => {
  const shared = { $ref: '#/components/responses/Refused' };
  const document = addAnswerHeaders({
    'x-answer-headers': {
      'from-400': { 'x-error-code': code },
      'to-api-keys': { 'x-expiry': expiry },
    },
    security: [{ apiKey: [] }],
    paths: {
      '/a': {
        parameters: [],
        get: { responses: { 200: { headers: { 'x-own': {} } }, 401: {}, 422: shared } },
        post: { security: [], responses: { 200: {}, 500: {} } },
        put: { security: [{ token: [] }, { apiKey: [] }], responses: { 204: {}, 422: shared } },
      },
    },
    components: { responses: { Refused: {} } },
  });
  expect(document).toEqual({
    security: [{ apiKey: [] }],
    paths: {
      '/a': {
        parameters: [],
        get: {
          responses: {
            200: { headers: { 'x-own': {}, 'x-expiry': expiry } },
            401: { headers: { 'x-error-code': code } },
            422: shared,
          },
        },
        post: {
          security: [],
          responses: { 200: {}, 500: { headers: { 'x-error-code': code } } },
        },
        put: {
          security: [{ token: [] }, { apiKey: [] }],
          responses: { 204: { headers: { 'x-expiry': expiry } }, 422: shared },
        },
      },
    },
    components: {
      responses: { Refused: { headers: { 'x-error-code': code, 'x-expiry': expiry } } },
    },
  });
});

test('declares headers of deprecated operations, including in their copies of shared responses', () => {
  const shared = { $ref: '#/components/responses/Refused' };
  const Deprecation = { schema: {} };
  const document = addAnswerHeaders({
    'x-answer-headers': {
      'from-400': { 'x-error-code': code },
      'from-deprecated': { Deprecation, Link: { schema: {} } },
      'from-400-deprecated': { Link: code },
    },
    paths: {
      '/old': { get: { deprecated: true, responses: { 200: {}, 404: shared } } },
      '/new': { get: { responses: { 404: shared } } },
    },
    components: { responses: { Refused: { description: 'No.' } } },
  });
  const refused = { description: 'No.', headers: { 'x-error-code': code } };
  const copy = { ...refused, headers: { ...refused.headers, Deprecation, Link: code } };
  expect(document).toEqual({
    paths: {
      '/old': {
        get: {
          deprecated: true,
          responses: { 200: { headers: { Deprecation, Link: { schema: {} } } }, 404: copy },
        },
      },
      '/new': { get: { responses: { 404: shared } } },
    },
    components: { responses: { Refused: refused } },
  });
});
