import { unzipSync } from 'fflate';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TaskDetail } from '../../testing/open-fleet.ts';

/**
 * Returns the literal and its usual encodings; base64 at each of its three offsets, without the
 * ends that depend on neighbouring bytes.
 */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'x'.repeat(offset)}${secret}`).toString('base64');
    return encoded.replaceAll('=', '').slice(offset === 0 ? 0 : 4, -2);
  });
  const json = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), json, ...base64])];
}

/** Returns how many of the strings contain a form of the secret. */
export function countTraces(texts: readonly string[], secret: string): number {
  const forms = formsOf(secret);
  return texts.filter((text) => forms.some((form) => text.includes(form))).length;
}

/**
 * Returns every file below a directory: the name, then its bytes as characters. Skips files that
 * disappear while being read.
 */
export function readFiles(directory: string): readonly string[] {
  const entries = readUnlessGone(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return [path, ...readFiles(path)];
    if (!entry.isFile()) return [path];
    const content = readUnlessGone(() => readFileSync(path, 'latin1'));
    return [content === undefined ? path : `${path}\n${content}`];
  });
}

/** A browser that ends may remove its profile during the read. */
function readUnlessGone<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns evidence and logs of the steps of tasks, fetched from the URLs in the tasks. */
export async function readStepFiles(
  tasks: readonly TaskDetail[],
): Promise<readonly { readonly kind: string; readonly content: string }[]> {
  const files = tasks
    .flatMap(({ steps }) => steps)
    .flatMap(({ kind, evidence_url, log_url }) =>
      [evidence_url, log_url].flatMap((url) => (url === null ? [] : [{ kind, url }])),
    );
  return Promise.all(
    files.map(async ({ kind, url }) => ({ kind, content: await (await fetch(url)).text() })),
  );
}

/** Returns the text of the traces that tasks have left. */
export async function readTraces(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  tasks: readonly TaskDetail[],
): Promise<readonly string[]> {
  const pages = tasks.flatMap(({ trace_url: page }) =>
    page === null ? [] : [new URL(page).pathname],
  );
  const files = pages.map(async (page) => {
    const answer = await fetch(`${url}${page}/trace.zip`, { headers: { 'x-api-key': apiKey } });
    return Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  });
  const entries = (await Promise.all(files)).flat();
  return entries.map(([name, content]) => `${name}\n${Buffer.from(content).toString('utf8')}`);
}

/** Returns every row of every table, as JSON. */
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

/** Returns the command line of every process. */
export function readCommandLines(): readonly string[] {
  return readOfProcesses('cmdline');
}

/** Returns the initial environment of every process. */
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
        // The process has ended.
        return [];
      }
    });
}
