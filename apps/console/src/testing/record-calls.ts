import { listOperations, loadErrandDocument } from '@errand/api-types';
import type { TestPage } from '@errand/test-kit';

export interface CallRecord {
  /** Operations that the console has called. */
  readonly calls: ReadonlySet<string>;
  /** Requests that are neither an operation of the document nor a file of the console. */
  readonly undocumented: readonly string[];
  /** Paths of requests that the server refused because nobody is signed in. */
  readonly unauthorized: readonly string[];
  /** Script errors and violations of the page's policy. */
  readonly faults: readonly string[];
}

/** The console's own files, and the document from which it builds forms. */
const OWN_FILES = /^\/(?:console(?:\/|$)|favicon\.ico$|openapi\.json$)/;

/**
 * The browser logs each refused request, which the tests cause on purpose. noVNC logs data that was
 * in transit when a screen closed, and a task that ended before noVNC had connected (4409) or while
 * it did (1000).
 */
const EXPECTED =
  /^Failed to load resource|^Got data while disconnected$|^Failed when connecting: Connection closed \(code: (?:1000|4409)/;

/** Compares every request of the page with the document. */
export function recordCalls(page: TestPage['page'], origin: string): CallRecord {
  const document = loadErrandDocument();
  const operations = [
    ...listOperations(document).map(({ operationId, method, path }) => ({
      operationId,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
    // The list omits files, which an object store may serve instead. Keys contain slashes.
    ...('/files/{key}' in document.paths
      ? [{ operationId: 'downloadFile', method: 'GET', pattern: /^\/files\/.+$/ }]
      : []),
  ];
  const calls = new Set<string>();
  const undocumented: string[] = [];
  const faults: string[] = [];
  const unauthorized: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) unauthorized.push(new URL(response.url()).pathname);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:') return;
    const called = operations.find(
      ({ method, pattern }) => method === request.method() && pattern.test(url.pathname),
    );
    if (url.origin === origin && called) calls.add(called.operationId);
    else if (url.origin !== origin || !OWN_FILES.test(url.pathname)) {
      undocumented.push(`${request.method()} ${url.href}`);
    }
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  return { calls, undocumented, unauthorized, faults };
}
