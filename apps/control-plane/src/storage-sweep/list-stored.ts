import type { ListedObject, ObjectStorage } from '@errand/object-storage';
import type pg from 'pg';
import { isUuid } from '../database/is-uuid.ts';

export interface StoredTotals {
  readonly objects: number;
  readonly bytes: number;
}

/** Everything that the control plane stores is below one of these prefixes. */
const PREFIXES = ['tasks/', 'uploads/', 'demos/'];
const BATCH = 1_000;

/**
 * Lists all stored objects into the temporary table `swept_objects`, in which they are compared
 * with rows: there may be millions.
 */
export async function listStored(
  connection: pg.PoolClient,
  storage: ObjectStorage,
  signal: AbortSignal | undefined,
): Promise<StoredTotals> {
  await connection.query(
    `CREATE TEMPORARY TABLE swept_objects (
       key text NOT NULL, size bigint NOT NULL, written_at timestamptz NOT NULL, owner uuid)`,
  );
  let [objects, bytes] = [0, 0];
  let batch: ListedObject[] = [];
  const store = async (): Promise<void> => {
    objects += batch.length;
    bytes += batch.reduce((sum, { size }) => sum + size, 0);
    await insertObjects(connection, batch);
    batch = [];
  };
  for (const prefix of PREFIXES) {
    for await (const object of storage.list(prefix, { signal })) {
      batch.push(object);
      if (batch.length === BATCH) await store();
    }
  }
  await store();
  await connection.query('CREATE INDEX ON swept_objects (key)');
  await connection.query('ANALYZE swept_objects');
  return { objects, bytes };
}

async function insertObjects(
  connection: pg.PoolClient,
  objects: readonly ListedObject[],
): Promise<void> {
  await connection.query(
    `INSERT INTO swept_objects (key, size, written_at, owner)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::uuid[])`,
    [
      objects.map(({ key }) => key),
      objects.map(({ size }) => size),
      objects.map(({ lastModified }) => lastModified),
      objects.map(({ key }) => ownerOf(key)),
    ],
  );
}

/** The id of the task or goal in the key. */
function ownerOf(key: string): string | null {
  const [id = ''] = key.replace(/^(uploads\/)?(tasks|demos)\//, '').split('/');
  return isUuid(id) ? id : null;
}
