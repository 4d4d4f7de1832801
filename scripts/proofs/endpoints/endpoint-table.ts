import {
  type ApiDocument,
  listOperations,
  loadAdminDocument,
  loadErrandDocument,
  loadLocalInferenceDocument,
  loadWorkerDocument,
} from '@errand/api-types';
import { readStatusProofs, type StatusProof } from './read-status-proofs.ts';

export interface EndpointRow {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Tests of this operation come first. */
  readonly tests: readonly StatusProof[];
}

/** Returns every status that a document declares for an operation, with the tests that prove it. */
export function readEndpointTable(root: string): EndpointRow[] {
  const proofs = readStatusProofs(root);
  return [
    ...rowsOf(loadErrandDocument(), { proofs, every: '*' }),
    ...rowsOf(loadWorkerDocument(), { proofs, every: 'worker *' }),
    ...rowsOf(loadAdminDocument(), { proofs, every: 'admin *' }),
    ...rowsOf(loadLocalInferenceDocument(), { proofs, every: 'local *' }),
  ];
}

/** `every` is the name that a test uses for all operations of the document. */
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
      tests: [operationId, ...(isShared({ path, status }) ? [every] : [])].flatMap((operation) =>
        proofs.filter((proof) => proof.operation === operation && proof.status === status),
      ),
    })),
  );
}

/** Whether no test proves the status. */
export function isGap({ tests }: EndpointRow): boolean {
  return tests.length === 0;
}

/** Whether tests of all operations together prove this status of this operation. */
function isShared({ path, status }: { readonly path: string; readonly status: number }): boolean {
  return status >= 400 && (status !== 404 || path.includes('{'));
}

function statusesOf(
  document: ApiDocument,
  { method, path }: { readonly method: string; readonly path: string },
): number[] {
  const operation: unknown = Reflect.get(document.paths[path] ?? {}, method);
  return Object.keys(Reflect.get(Object(operation), 'responses')).map(Number);
}
