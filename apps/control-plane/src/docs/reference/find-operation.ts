import { pageOfTag } from './place-types.ts';
import type { Reference } from './read-reference.ts';

/**
 * Finds where the reference describes an operation, by what texts call it: its method and path,
 * such as `GET /api/v1/tasks/TASK_ID`, or its path alone if that has a single operation.
 */
export function createOperationFinder({
  operations,
}: Pick<Reference, 'operations'>): (name: string) => string | undefined {
  const addresses = new Map<string, string>();
  const shared = new Set<string>();
  for (const { operationId, method, path, isWebhook, tags } of operations) {
    const address = `/docs/api/${pageOfTag(tags[0])}#${operationId}`;
    if (isWebhook) continue;
    const shape = shapeOf(path);
    addresses.set(`${method.toUpperCase()} ${shape}`, address);
    if (addresses.has(shape)) shared.add(shape);
    addresses.set(shape, address);
  }
  for (const shape of shared) addresses.delete(shape);
  return (name) => addresses.get(shapeOf(name));
}

/** Without the query and the names of the parameters: `{task_id}`, `<TASK_ID>` or `TASK_ID`. */
function shapeOf(name: string): string {
  return name.replace(/\?.*$/, '').replaceAll(/\/(?:\{\w+\}|<\w+>|[A-Z_]+)(?=\/|$)/g, '/{}');
}
