import type { components as ErrandComponents } from './errand-api.generated.ts';
import type { components as WorkerComponents } from './worker-api.generated.ts';

export type * as ErrandApi from './errand-api.generated.ts';
export type * as AdminApi from './admin-api.generated.ts';
export type * as LocalInferenceApi from './local-inference-api.generated.ts';
export type * as WorkerApi from './worker-api.generated.ts';
export {
  loadAdminDocument,
  loadErrandDocument,
  loadLocalInferenceDocument,
  loadWorkerDocument,
  readErrandDocument,
} from './load-document.ts';
export type { ApiDocument } from './load-document.ts';
/** What is stored for members that a submission leaves out; null for those without a default. */
export { SUBMISSION_DEFAULTS } from './submission-defaults.generated.ts';
/** Known classes of failures; `openapi/error-classes.yaml` explains them. */
export { ERROR_CLASSES } from './error-classes.generated.ts';
export { METHODS } from './methods.ts';
export { listOperations } from './list-operations.ts';
export type { ApiOperation } from './list-operations.ts';
export { WORKER_PROTOCOL, type WorkerProtocol } from './worker-protocol.ts';

/** Bodies and their parts in the public API, by schema name: `ErrandSchemas['TaskStatusData']`. */
export type ErrandSchemas = ErrandComponents['schemas'];

/** Bodies and their parts in the worker protocol, by schema name: `WorkerSchemas['Lease']`. */
export type WorkerSchemas = WorkerComponents['schemas'];
