import { type ApiDocument, listOperations } from '@errand/api-types';
import type { RequestHandler } from 'express';
import { hasMember, readMember } from './read-member.ts';
import { findOperation } from './request-state.ts';

/**
 * Removes the members of a request's body that the document does not know, so that newer clients
 * than this server are served. Objects of any content stay whole, and known members are left to the
 * validator. In a union of objects, the member `type` selects the schema.
 */
export function dropUnknownMembers(document: ApiDocument): RequestHandler {
  const schemas = new Map(
    listOperations(document).map(({ operationId, path, method }) => [
      operationId,
      readBodySchema(readMember(document.paths[path], method)),
    ]),
  );
  return (request, _response, next) => {
    const schema = schemas.get(findOperation(request)?.operationId ?? '');
    drop(request.body, schema, document);
    next();
  };
}

function readBodySchema(operation: unknown): unknown {
  const path = ['requestBody', 'content', 'application/json', 'schema'];
  return path.reduce<unknown>(readMember, operation);
}

function drop(value: unknown, schema: unknown, document: ApiDocument): void {
  if (typeof value !== 'object' || value === null) return;
  const known = resolve(schema, value, document);
  if (Array.isArray(value)) {
    const items = readMember(known, 'items');
    for (const item of value) drop(item, items, document);
    return;
  }
  const properties = readMember(known, 'properties');
  const others = readMember(known, 'additionalProperties');
  for (const [name, member] of Object.entries(value)) {
    if (hasMember(properties, name)) drop(member, readMember(properties, name), document);
    else if (others === false) Reflect.deleteProperty(value, name);
    else drop(member, others, document);
  }
}

/** Follows references, and chooses the branch of a union for this value. */
function resolve(schema: unknown, value: object, document: ApiDocument): unknown {
  const reference = readMember(schema, '$ref');
  if (typeof reference === 'string') {
    const target = reference.split('/').slice(1).reduce<unknown>(readMember, document);
    return resolve(target, value, document);
  }
  const branches = readMember(schema, 'oneOf');
  if (!Array.isArray(branches)) return schema;
  const resolved = branches.map((branch) => resolve(branch, value, document));
  return resolved.find((branch) => isMeant(branch, readMember(value, 'type')));
}

function isMeant(branch: unknown, type: unknown): boolean {
  const declared = readMember(readMember(branch, 'properties'), 'type');
  const values = readMember(declared, 'enum') ?? [readMember(declared, 'const')];
  return Array.isArray(values) && values.includes(type);
}
