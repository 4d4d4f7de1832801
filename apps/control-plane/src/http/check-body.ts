import type { ApiDocument } from '@errand/api-types';
import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import {
  ajvErrorsToValidatorError,
  augmentAjvErrors,
} from 'express-openapi-validator/dist/middlewares/util.js';
import type { Violation } from './invalid-request-error.ts';
import { describeViolations } from './openapi-validator.ts';

/** Adds the defaults of the schema to the body, and returns how the body violates the schema. */
export type CheckBody = (body: unknown) => readonly Violation[];

/**
 * Checks bodies that are part of a larger request, with the same results as for separate requests.
 * Loads the document and compiles the schema on first use.
 */
export function createBodyCheck(load: () => ApiDocument, schemaName: string): CheckBody {
  let compiled: ReturnType<typeof compile> | undefined;
  return (body) => {
    compiled ??= compile(load(), schemaName);
    if (compiled({ body })) return [];
    const { errors } = ajvErrorsToValidatorError(400, augmentAjvErrors(compiled.errors ?? []));
    return describeViolations(errors, () => body);
  };
}

/** The settings are those of the middleware in openapi-validator.ts. */
function compile(document: ApiDocument, schemaName: string) {
  const ajv = createRequestAjv(
    structuredClone(document) as Parameters<typeof createRequestAjv>[0],
    {
      strict: false,
      strictNumbers: true,
      strictTuples: true,
      validateSchema: false,
      validateFormats: true,
      ajvFormats: { mode: 'fast' },
      formats: {},
      serDesMap: {},
      useDefaults: true,
      allErrors: true,
    },
  );
  const { components } = document;
  return ajv.compile({
    components,
    properties: { body: { $ref: `#/components/schemas/${schemaName}` } },
  });
}
