import { type ApiDocument, listOperations } from '@errand/api-types';
import type { Request } from 'express';
import { readMember } from './read-member.ts';
import { findOperation } from './request-state.ts';

const BODY = ['requestBody', 'content', 'application/json', 'schema'];

/** Returns the schema that the document declares for the body of a request, if any. */
export function readBodySchemas(document: ApiDocument): (request: Request) => unknown {
  const schemas = new Map(
    listOperations(document).map(({ operationId, path, method }) => [
      operationId,
      BODY.reduce<unknown>(readMember, readMember(document.paths[path], method)),
    ]),
  );
  return (request) => schemas.get(findOperation(request)?.operationId ?? '');
}

/** Follows references until it reaches a schema that is not a reference. */
export function followReferences(schema: unknown, document: ApiDocument): unknown {
  const reference = readMember(schema, '$ref');
  if (typeof reference !== 'string') return schema;
  const target = reference.split('/').slice(1).reduce<unknown>(readMember, document);
  return followReferences(target, document);
}
