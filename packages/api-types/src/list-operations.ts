import type { ApiDocument } from './load-document.ts';
import { isRecord } from '@errand/foundation';
import { METHODS } from './methods.ts';

export interface ApiOperation {
  readonly operationId: string;
  /** Lower case: `get`. */
  readonly method: (typeof METHODS)[number];
  /** Path as in the document: `/api/v1/tasks/{task_id}`. */
  readonly path: string;
}

/**
 * Returns the operations of a document that routes serve, in order. Operations with
 * `x-errand-served-by` are served elsewhere.
 */
export function listOperations(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, pathItem]) =>
    METHODS.flatMap((method) => {
      const operation = isRecord(pathItem) ? pathItem[method] : undefined;
      if (!isRecord(operation) || typeof operation['operationId'] !== 'string') return [];
      if ('x-errand-served-by' in operation) return [];
      return [{ operationId: operation['operationId'], method, path }];
    }),
  );
}
