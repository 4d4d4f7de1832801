import type supertest from 'supertest';
import type { ContractOperation } from '../read-operations.ts';

/** The responses that were received, each as `operationId status code`. */
export interface SeenCodes {
  readonly all: ReadonlySet<string>;
  /** Finds the operation by the method and the path of the request. Returns the added line. */
  readonly add: (response: supertest.Response) => string;
}

export function createSeenCodes(contract: readonly ContractOperation[]): SeenCodes {
  const all = new Set<string>();
  const patterns = contract.map(({ operationId, method, path }) => ({
    operationId,
    // Fixed segments sort before parameters, so that `batch` is not taken for a task id.
    path: path.replaceAll(/\{\w+\}/g, '{}'),
    line: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'),
  }));
  patterns.sort((one, other) => one.path.split('{}').length - other.path.split('{}').length);
  return {
    all,
    add({ request, status, headers }) {
      const { method, url } = request;
      const line = `${method} ${new URL(url).pathname}`;
      const found = patterns.find((pattern) => pattern.line.test(line));
      if (!found) throw new Error(`The document has no operation for "${line}".`);
      const one = `${found.operationId} ${status} ${headers['x-error-code']}`;
      all.add(one);
      return one;
    },
  };
}

/** The responses that the document declares, in the same form. */
export const listDeclaredCodes = (contract: readonly ContractOperation[]): readonly string[] =>
  contract.flatMap(({ operationId, statuses, headersOf }) =>
    statuses
      .filter((status) => status >= 400)
      .flatMap((status) =>
        (headersOf(status)['x-error-code']?.enum ?? []).map(
          (code) => `${operationId} ${status} ${String(code)}`,
        ),
      ),
  );
