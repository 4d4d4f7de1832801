import {
  type ApiDocument,
  listOperations,
  loadAdminDocument,
  loadErrandDocument,
  loadWorkerDocument,
} from '@errand/api-types';
import { readProofs, type StatusProof } from './read-proofs.ts';

export interface EndpointRow {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Those of the operation itself first. */
  readonly tests: readonly StatusProof[];
}

/** Operations that do not run yet, and the statuses that no test can make them answer until then. Delete what does run. */
export const notAvailable: Readonly<Record<string, readonly number[]>> = {
  createStreamUrl: [200, 404, 409, 500],
};

/** Every status that a document declares of an operation, with the tests that prove it. */
export function readEndpointTable(root: string): EndpointRow[] {
  const proofs = readProofs(root, 'apps/control-plane/src');
  return [
    ...rowsOf(loadErrandDocument(), { proofs, every: '*' }),
    ...rowsOf(loadWorkerDocument(), { proofs, every: 'worker *' }),
    ...rowsOf(loadAdminDocument(), { proofs, every: 'admin *' }),
  ];
}

/** `every` is how a test says that it is about all operations of the document. */
function rowsOf(
  document: ApiDocument,
  { proofs, every }: { readonly proofs: readonly StatusProof[]; readonly every: string },
): EndpointRow[] {
  return listOperations(document).flatMap(({ operationId, method, path }) =>
    statusesOf(document, { method, path }).map((status) => ({
      operationId,
      method,
      path,
      status,
      tests: [operationId, ...(isShared({ operationId, path, status }) ? [every] : [])].flatMap(
        (operation) =>
          proofs.filter((proof) => proof.operation === operation && proof.status === status),
      ),
    })),
  );
}

/** Whether a status is neither proven nor out of reach. */
export function isGap({ operationId, status, tests }: EndpointRow): boolean {
  return tests.length === 0 && !notAvailable[operationId]?.includes(status);
}

/** Whether tests of every operation prove this status of this one. */
function isShared(row: {
  readonly operationId: string;
  readonly path: string;
  readonly status: number;
}): boolean {
  if (notAvailable[row.operationId]?.includes(row.status)) return false;
  return row.status >= 400 && (row.status !== 404 || row.path.includes('{'));
}

function statusesOf(
  document: ApiDocument,
  { method, path }: { readonly method: string; readonly path: string },
): number[] {
  const operation: unknown = Reflect.get(document.paths[path] ?? {}, method);
  return Object.keys(Reflect.get(Object(operation), 'responses')).map(Number);
}
