import type { ApiDocument } from '@errand/api-types';
import { listOperations } from '@errand/api-types';

/** A request that went through the proxy. */
export interface Call {
  readonly page: string;
  readonly operation: string;
  readonly status: number;
  /** Violations that the proxy found; empty if request and response match the document. */
  readonly violations: readonly Violation[];
}

export interface Violation {
  /** `request` or `response`, followed by the path within it. */
  readonly location: readonly string[];
  readonly message: string;
}

export interface CallWatch {
  readonly fetch: typeof globalThis.fetch;
  readonly calls: readonly Call[];
  /** Sets the name of the page that makes the next calls. */
  readonly visit: (page: string) => void;
}

/** Records what the proxy reports about each request. */
export function watchCalls(document: ApiDocument): CallWatch {
  const operations = listOperations(document).map(({ operationId, method, path }) => ({
    operationId,
    method: method.toUpperCase(),
    // A fixed segment is a better match than a parameter.
    form: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
  }));
  const calls: Call[] = [];
  let current = '';
  return {
    calls,
    visit: (page) => (current = page),
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const [found] = operations
        .filter(({ method, form }) => method === request.method && form.test(pathname))
        .toSorted((one, other) => one.parameters - other.parameters);
      const page = current;
      const response = await fetch(request);
      calls.push({
        page,
        operation: found?.operationId ?? `${request.method} ${pathname}`,
        status: response.status,
        // For a stream, the document describes a single event, which the proxy mistakes for the
        // whole body.
        violations: isStream(response)
          ? []
          : JSON.parse(response.headers.get('sl-violations') ?? '[]'),
      });
      return response;
    },
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}
