import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** The literal and its usual encodings; base64 at each of its three offsets, without the ends that depend on neighbours. */
export function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'x'.repeat(offset)}${secret}`).toString('base64');
    return encoded.replaceAll('=', '').slice(offset === 0 ? 0 : 4, -2);
  });
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), json, ...base64])];
}

/** Number of places in the texts that hold a form of the secret. */
export function countTraces(texts: readonly string[], secret: string): number {
  const forms = formsOf(secret);
  return texts.filter((text) => forms.some((form) => text.includes(form))).length;
}

/** Every file below a directory, names in front; bytes as characters. */
export function readFiles(directory: string): readonly string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) return [path];
    try {
      return [`${path}\n${readFileSync(path, 'latin1')}`];
    } catch {
      // A file of a running process may go at any time.
      return [path];
    }
  });
}

/** Every row of every table, as JSON. */
export async function dumpDatabase(connectionString: string): Promise<readonly string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const { rows: found } = await client.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${name} t`,
      );
      rows.push(...found.map(({ row }) => `${name} ${row}`));
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** The command line of every process. */
export function readCommandLines(): readonly string[] {
  return readOfProcesses('cmdline');
}

/** The environment that every process was started with. */
export function readEnvironments(): readonly string[] {
  return readOfProcesses('environ');
}

function readOfProcesses(name: string): readonly string[] {
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .flatMap((id) => {
      try {
        return [readFileSync(`/proc/${id}/${name}`, 'utf8')];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
