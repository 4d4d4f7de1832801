import { type ApiDocument, listOperations, loadWorkerDocument } from '@errand/api-types';
import type { Dependencies } from './dependencies.ts';
import type { Route } from './http/define-route.ts';
import { workerRoutes } from './worker-routes.ts';

type Choice = (path: string, item: object) => boolean;

/** Paths for the workers of the installation. */
export const isForWorkers: Choice = (path) => path.startsWith('/worker/');

/** Paths for gateways. */
export const isForGateways: Choice = (path) => path.startsWith('/gateway/');

/** Paths for local inference servers, with the API key of their account. */
export const isForClients: Choice = (_path, item) => acceptsApiKey(Reflect.get(item, 'post'));

function acceptsApiKey(operation: unknown): boolean {
  const { security = [] } = Object(operation) as { readonly security?: readonly object[] };
  return security.some((scheme) => 'apiKey' in scheme);
}

/** The selected paths of openapi/worker.yaml, with their routes. */
export function selectPaths(isChosen: Choice): {
  readonly document: ApiDocument;
  readonly routes: readonly Route<Dependencies>[];
} {
  const whole = loadWorkerDocument();
  const chosen = Object.entries(whole.paths).filter(([path, item]) => isChosen(path, item));
  const document = { ...whole, paths: Object.fromEntries(chosen) };
  const ids = new Set<string>(listOperations(document).map(({ operationId }) => operationId));
  const routes = workerRoutes.filter(({ operationId }) => ids.has(operationId));
  return { document, routes };
}
