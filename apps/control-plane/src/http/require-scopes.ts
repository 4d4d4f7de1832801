import { type ApiDocument, listOperations } from '@errand/api-types';
import type { NextFunction, Request, RequestHandler } from 'express';
import { z } from 'zod';
import { type ApiKeyScope, isApiKeyScope } from './api-key-scope.ts';
import { MissingScopeError } from './http-errors.ts';
import { readMember } from './read-member.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

const scopeSchema = z.custom<ApiKeyScope>(
  (value) => typeof value === 'string' && isApiKeyScope(value),
  'is not a scope of an API key',
);
/** For operations that every valid key may call. */
const ANY_SCOPE = 'any';
const securitySchema = z.array(z.record(z.string(), z.unknown()));
const operationSchema = z.object({
  security: securitySchema.optional(),
  'x-scope': z.union([scopeSchema, z.literal(ANY_SCOPE)]).optional(),
  parameters: z.array(z.unknown()).default([]),
});
const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['header', 'query']),
  'x-scope-by-value': z.record(z.string(), scopeSchema),
});
const documentSchema = z.object({ security: securitySchema.default([]) });

interface Need {
  readonly scope: ApiKeyScope;
  readonly byValue: readonly z.output<typeof parameterSchema>[];
}

/**
 * Rejects an API key that lacks a required scope: `x-scope` of the operation, `x-scope-by-value` of
 * its parameters. `x-scope: any` accepts every valid key. Callers with a token have no scopes.
 * Throws when an operation that accepts API keys declares no scope.
 */
export function requireScopes(document: ApiDocument): RequestHandler {
  const needs = readNeeds(document);
  return (request: Request, { locals }: AnyResponse, next: NextFunction) => {
    const need = needs.get(findOperation(request)?.operationId ?? '');
    const { scopes } = locals;
    if (need && scopes) {
      const missing = scopesOf(need, request).find((scope) => !scopes.includes(scope));
      if (missing !== undefined) throw new MissingScopeError(missing);
    }
    next();
  };
}

function scopesOf({ scope, byValue }: Need, request: Request): readonly ApiKeyScope[] {
  const others = byValue.flatMap((parameter) => {
    const given =
      parameter.in === 'header' ? request.get(parameter.name) : request.query[parameter.name];
    const known = parameter['x-scope-by-value'];
    return typeof given === 'string' && Object.hasOwn(known, given) ? [known[given] ?? scope] : [];
  });
  return [scope, ...others];
}

function readNeeds(document: ApiDocument): ReadonlyMap<string, Need> {
  const usual = documentSchema.parse(document).security;
  const needs = new Map<string, Need>();
  for (const { operationId, path, method } of listOperations(document)) {
    const operation = operationSchema.parse(Reflect.get(document.paths[path] ?? {}, method));
    const isOpenToKeys = (operation.security ?? usual).some((scheme) => 'apiKey' in scheme);
    const { 'x-scope': scope, parameters } = operation;
    if (isOpenToKeys && scope === undefined) {
      throw new Error(`Operation "${operationId}" is open to API keys, but declares no x-scope.`);
    }
    const byValue = parameters.flatMap(
      (each) => parameterSchema.safeParse(resolve(each, document)).data ?? [],
    );
    if (scope !== undefined && scope !== ANY_SCOPE) needs.set(operationId, { scope, byValue });
  }
  return needs;
}

/** Resolves the reference of a shared parameter. */
function resolve(parameter: unknown, document: ApiDocument): unknown {
  const reference = readMember(parameter, '$ref');
  if (typeof reference !== 'string') return parameter;
  const shared = readMember(document.components, 'parameters');
  return readMember(shared, reference.split('/').at(-1) ?? '');
}
