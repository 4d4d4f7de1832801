import type { ApiDocument } from '@errand/api-types';
import { readMember } from './read-member.ts';

/**
 * The names of all headers that the document declares in responses, in lower case, sorted. Omits
 * Set-Cookie, which browsers never show to pages.
 */
export function listResponseHeaders({ paths, components }: ApiDocument): readonly string[] {
  const operations = Object.values(paths).flatMap(membersOf);
  const own = operations.flatMap((operation) => membersOf(readMember(operation, 'responses')));
  const shared = membersOf(readMember(components, 'responses'));
  const names = [...own, ...shared].flatMap((response) =>
    Object.keys(readMember(response, 'headers') ?? {}).map((name) => name.toLowerCase()),
  );
  return [...new Set(names)].filter((name) => name !== 'set-cookie').toSorted();
}

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
