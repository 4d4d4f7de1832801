import { afterAll } from '@jest/globals';
import pg from 'pg';

/** Returns a list to which each statement is added that this process sends, until the tests end. */
export function recordStatements(): string[] {
  const statements: string[] = [];
  // Restored below, and called with its client.
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...parameters: unknown[]) {
      const [first] = parameters;
      const text: unknown = typeof first === 'string' ? first : Reflect.get(Object(first), 'text');
      statements.push(String(text));
      return Reflect.apply(query as () => unknown, this, parameters);
    },
  });
  afterAll(() => void Object.assign(pg.Client.prototype, { query }));
  return statements;
}
