import { isRecord } from '@errand/foundation';
import { asRecord, type Json } from './json-document.ts';
import { METHODS } from './methods.ts';

/**
 * Declares the headers of `x-answer-headers`, a member of a root file: those of `always` in every
 * response, those of `from-400` in every response with a status from 400, those of `to-api-keys` in
 * every response except 401 of an operation that accepts API keys. A response shared by operations has them if one of the
 * operations does. Those of `from-deprecated` are only in the responses of deprecated operations, and
 * those of `from-400-deprecated` only in their responses with a status from 400; deprecated operations
 * get their own copies of shared responses.
 */
export function addAnswerHeaders({ 'x-answer-headers': headers, ...document }: Json): Json {
  if (!isRecord(headers)) return document;
  for (const operation of operationsOf(document)) {
    const isForApiKeys = opensToApiKeys(operation['security'] ?? document['security']);
    for (const [status, written] of Object.entries(asRecord(operation['responses']))) {
      const response = follow(document, asRecord(written));
      add(response, headers['always']);
      if (Number(status) >= 400) add(response, headers['from-400']);
      if (isForApiKeys && status !== '401') add(response, headers['to-api-keys']);
    }
  }
  for (const operation of operationsOf(document)) {
    if (operation['deprecated'] === true) markDeprecated(document, operation, headers);
  }
  return document;
}

/** Runs after the other headers are added, because copied responses need them, too. */
function markDeprecated(document: Json, operation: Json, headers: Json): void {
  const responses = Object.entries(asRecord(operation['responses'])).map(([status, written]) => {
    const response = { ...follow(document, asRecord(written)) };
    add(response, headers['from-deprecated']);
    if (Number(status) >= 400) add(response, headers['from-400-deprecated']);
    return [status, response];
  });
  operation['responses'] = Object.fromEntries(responses);
}

function operationsOf({ paths }: Json): Json[] {
  return Object.values(asRecord(paths)).flatMap((path) =>
    METHODS.map((method) => asRecord(path)[method]).filter(isRecord),
  );
}

function opensToApiKeys(security: unknown): boolean {
  return (
    Array.isArray(security) &&
    security.some((scheme: unknown) => isRecord(scheme) && 'apiKey' in scheme)
  );
}

/** Resolves a reference to `#/components/responses/Name`. */
function follow(document: Json, response: Json): Json {
  const { $ref: reference } = response;
  if (typeof reference !== 'string') return response;
  const name = reference.split('/').at(-1) ?? '';
  return asRecord(asRecord(asRecord(document['components'])['responses'])[name]);
}

function add(response: Json, headers: unknown): void {
  if (headers === undefined) return;
  response['headers'] = { ...asRecord(response['headers']), ...asRecord(headers) };
}
