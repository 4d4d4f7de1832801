import type { ApiDocument } from '@errand/api-types';
import type { RequestHandler } from 'express';
import { followReferences, readBodySchemas } from './body-schemas.ts';
import { hasMember, readMember } from './read-member.ts';

/**
 * Removes the members of a request's body that the document does not know, so that this server can
 * serve newer clients. Free-form objects are unchanged, and known members are left to the
 * validator. In a union of objects, the member `type` selects the schema.
 */
export function dropUnknownMembers(document: ApiDocument): RequestHandler {
  const schemaOf = readBodySchemas(document);
  return (request, _response, next) => {
    drop(request.body, schemaOf(request), document);
    next();
  };
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
  const target = followReferences(schema, document);
  const branches = readMember(target, 'oneOf');
  if (!Array.isArray(branches)) return target;
  const resolved = branches.map((branch) => resolve(branch, value, document));
  return resolved.find((branch) => isMeant(branch, readMember(value, 'type')));
}

function isMeant(branch: unknown, type: unknown): boolean {
  const declared = readMember(readMember(branch, 'properties'), 'type');
  const values = readMember(declared, 'enum') ?? [readMember(declared, 'const')];
  return Array.isArray(values) && values.includes(type);
}
