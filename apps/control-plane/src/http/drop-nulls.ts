import type { ApiDocument } from '@errand/api-types';
import type { RequestHandler } from 'express';
import { followReferences, readBodySchemas } from './body-schemas.ts';
import { readMember } from './read-member.ts';

/**
 * Removes the members of a request's body that are null although they are optional, because many
 * clients send null for unset members. Keeps a null to which the document gives a meaning, and
 * every member of a free-form object.
 */
export function dropNulls(document: ApiDocument): RequestHandler {
  const schemaOf = readBodySchemas(document);
  return (request, _response, next) => {
    drop(request.body, [schemaOf(request)], document);
    next();
  };
}

/** A value may belong to any of the schemas, which are the variants of a union. */
function drop(value: unknown, schemas: readonly unknown[], document: ApiDocument): void {
  if (typeof value !== 'object' || value === null) return;
  const variants = schemas.flatMap((schema) => listVariants(schema, document));
  if (Array.isArray(value)) {
    const items = variants.map((variant) => readMember(variant, 'items'));
    for (const item of value) drop(item, items, document);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const declaring = variants.filter((variant) => propertyOf(variant, name) !== undefined);
    const properties = declaring.map((variant) => propertyOf(variant, name));
    const others = variants.map((variant) => readMember(variant, 'additionalProperties'));
    if (member !== null) drop(member, declaring.length > 0 ? properties : others, document);
    else if (declaring.length > 0 && isOptional({ name, value, variants, declaring })) {
      const isMeant = properties.some((property) => takesNull(property, document));
      if (!isMeant) Reflect.deleteProperty(value, name);
    }
  }
}

interface NullMember {
  readonly name: string;
  readonly value: object;
  readonly variants: readonly unknown[];
  /** The variants that have the member. */
  readonly declaring: readonly unknown[];
}

/** Whether no variant requires the member, or the value matches a variant that does not. */
function isOptional({ name, value, variants, declaring }: NullMember): boolean {
  if (!declaring.some((variant) => isRequired(variant, name))) return true;
  return variants.some((variant) => {
    const required = requiredOf(variant);
    return (
      propertyOf(variant, name) === undefined &&
      required.every((other) => (readMember(value, other) ?? null) !== null)
    );
  });
}

/** The schema without references, or the branches of a union. */
function listVariants(schema: unknown, document: ApiDocument): unknown[] {
  const target = followReferences(schema, document);
  const isUnion = readMember(target, 'properties') === undefined;
  const keywords = isUnion ? ['oneOf', 'anyOf', 'then', 'else'] : ['oneOf', 'anyOf'];
  const branches = keywords.flatMap((keyword) => readMember(target, keyword) ?? []);
  if (branches.length === 0) return [target];
  return branches.flatMap((branch: unknown) => listVariants(branch, document));
}

function takesNull(schema: unknown, document: ApiDocument): boolean {
  return listVariants(schema, document).some((variant) =>
    [readMember(variant, 'type')].flat().includes('null'),
  );
}

function propertyOf(schema: unknown, name: string): unknown {
  return readMember(readMember(schema, 'properties'), name);
}

function isRequired(schema: unknown, name: string): boolean {
  return requiredOf(schema).includes(name);
}

function requiredOf(schema: unknown): readonly string[] {
  return [readMember(schema, 'required') ?? []].flat().map(String);
}
