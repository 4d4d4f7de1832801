import type pg from 'pg';
import { describeSchema, explainRefusal, type ReleaseRecord } from './release-record.ts';

/**
 * Returns, in sentences, what a control plane of the recorded release could no longer do on this
 * database.
 */
export async function findBroken(
  client: pg.ClientBase,
  release: ReleaseRecord,
): Promise<readonly string[]> {
  const present = await describeSchema(client);
  const broken = [...findBrokenTables(release, present), ...findBrokenEnums(release, present)];
  for (const statement of release.statements) {
    const refusal = await explainRefusal(client, statement);
    if (refusal !== undefined) broken.push(`${refusal}: ${statement}`);
  }
  return broken;
}

type Schema = Pick<ReleaseRecord, 'tables' | 'enums'>;

function findBrokenTables(release: Schema, present: Schema): string[] {
  return Object.entries(release.tables).flatMap(([table, columns]) => {
    const now = present.tables[table];
    if (!now) return [`The table ${table} is gone.`];
    const kept = Object.entries(columns).flatMap(([name, before]) => {
      const column = now[name];
      const place = `${table}.${name}`;
      if (!column) return [`The column ${place} is gone.`];
      if (column.type !== before.type)
        return [`${place} is ${column.type}; it was ${before.type}.`];
      if (before.is_nullable && !column.is_nullable) return [`${place} may not be null any more.`];
      return before.is_optional && !column.is_optional ? [`${place} has lost its default.`] : [];
    });
    const added = Object.entries(now).filter(
      ([name, column]) => !columns[name] && !column.is_optional,
    );
    return [...kept, ...added.map(([name]) => `The new column ${table}.${name} has no default.`)];
  });
}

function findBrokenEnums(release: Schema, present: Schema): string[] {
  return Object.entries(release.enums).flatMap(([name, values]) => {
    const gone = values.filter((value) => !present.enums[name]?.includes(value));
    return gone.map((value) => `The type ${name} has lost the value "${value}".`);
  });
}
