#!/usr/bin/env node
// A drop-in for Prisma's native `schema-engine` binary: the same JSON-RPC protocol on
// stdin/stdout, served by the WebAssembly build of the same engine commit
// (@prisma/schema-engine-wasm) over @prisma/adapter-pg. It needs nothing from
// binaries.prisma.sh. The Prisma CLI is pointed here by PRISMA_SCHEMA_ENGINE_BINARY.
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean' },
  },
});

// The engine leaves the text of a Rust panic in this global and then traps, often outside any
// promise the caller holds. Unhandled, that makes the CLI exit silently with status 0.
let panicText = '';
let pendingId;
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (text) => void (panicText = text) };
process.on('uncaughtException', (error) => {
  console.error(error);
  if (pendingId !== undefined) send(failure(pendingId, new Error(panicText || error.message)));
  process.exitCode = 1;
  process.stdin.destroy();
});

const engineModule = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
const { version } = JSON.parse(readFileSync(new URL('./package.json', engineModule), 'utf8'));

if (values.version) {
  console.log(`schema-engine-wasm ${version}`);
  process.exit(0);
}

const CHAR_OID = 18; // the catalog's one-byte "char", not CHAR(n)
const TEXT_OID = 25;

const datasource = JSON.parse(values.datasource ?? '{}');
const url = datasource.url;

async function serve() {
  let engine;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = JSON.parse(line);
    if (message.method === undefined) continue; // the CLI's acknowledgement of a `print`
    send(await answer(() => (engine ??= loadEngine()), message));
  }
  process.exit(0);
}

async function answer(loaded, { id, method, params }) {
  pendingId = id;
  try {
    if (method === 'createDatabase') return { jsonrpc: '2.0', id, result: await createDatabase() };
    const engine = await loaded();
    const call = engine[method === 'getDatabaseVersion' ? 'version' : method];
    if (typeof call !== 'function') throw new Error(`schema-engine-wasm has no method ${method}`);
    const result = (await call.call(engine, params)) ?? null;
    if (method === 'diff' && result?.stdout) {
      send({ jsonrpc: '2.0', id: -1, method: 'print', params: { content: result.stdout } });
    }
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    return failure(id, panicText ? new Error(panicText) : error);
  } finally {
    pendingId = undefined;
  }
}

function failure(id, error) {
  const data = {
    is_panic: false,
    message: error?.message ?? String(error),
    meta: null,
    error_code: error?.code ?? null,
  };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: 4466, message: 'An error happened. Check the data field for details.', data },
  };
}

async function loadEngine() {
  const datamodels = await Promise.all(
    (values.datamodels ?? []).map(async (path) => [path, await readFile(path, 'utf8')]),
  );
  const runtime = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(fileURLToPath(new URL('./schema_engine_bg.wasm', engineModule)));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': runtime });
  runtime.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const factory = new MigrationPg(url, datasource.shadowDatabaseUrl);
  return runtime.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    trace,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

function trace(text) {
  if (process.env.DEBUG?.includes('schema-engine')) console.error(text);
}

/**
 * Adapts @prisma/adapter-pg to the engine. Stock 7.10.0 falls short in four ways: it refuses the
 * catalog type "char" (OID 18), it splits scripts at every semicolon, its shadow database URL is
 * overridden by the connection string, and a pool of several sessions breaks advisory locks.
 */
class MigrationPg {
  provider = 'postgres';
  adapterName = '@prisma/adapter-pg';

  constructor(main, shadow) {
    this.main = main;
    this.shadow = shadow;
  }

  connect() {
    return connectAdapter(this.main);
  }

  async connectToShadowDb() {
    if (this.shadow) return connectAdapter(this.shadow);
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    await withClient(this.main, (client) => client.query(`CREATE DATABASE "${name}"`));
    const shadow = new URL(this.main);
    shadow.pathname = `/${name}`;
    return connectAdapter(shadow.href, () =>
      withClient(this.main, (client) =>
        client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
      ),
    );
  }
}

async function connectAdapter(connectionString, afterDispose = async () => {}) {
  if (!connectionString)
    throw new Error('the datasource URL is required to connect to the database');
  const schema = new URL(connectionString).searchParams.get('schema') ?? undefined;
  const pool = new pg.Pool({ connectionString, max: 1 });
  const adapter = await new PrismaPg(pool, { schema }).connect();
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap();
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    const columns = [...(result.fields ?? []).keys()].filter(
      (i) => result.fields[i].dataTypeID === CHAR_OID,
    );
    for (const i of columns) result.fields[i].dataTypeID = TEXT_OID;
    if (columns.length > 0) charColumns.set(result.rows, columns);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const i of charColumns.get(result.rows) ?? [])
      result.columnTypes[i] = ColumnTypeEnum.Character;
    return result;
  };
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  adapter.dispose = async () => {
    if (!pool.ended) await pool.end();
    await afterDispose();
  };
  return adapter;
}

async function runCliCommand(command) {
  try {
    if (command === 'can-connect-to-database')
      await withClient(url, (client) => client.query('select 1'));
    else if (command === 'create-database') await createDatabase();
    else if (command === 'drop-database') {
      await withAdminClient((client, name) =>
        client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`),
      );
      console.error('The database was successfully dropped');
    } else throw new Error(`unknown command ${command}`);
    process.exit(0);
  } catch (error) {
    const codes = { '3D000': 'P1003', '28P01': 'P1000', ECONNREFUSED: 'P1001', '42P04': 'P1009' };
    // The CLI skips the first line of stderr and parses each line after it as JSON.
    console.error('schema-engine');
    console.error(
      JSON.stringify({
        level: 'ERROR',
        target: 'schema_engine::logger',
        fields: {
          message: error.message,
          error_code: codes[error.code] ?? 'P1011',
          is_panic: false,
        },
      }),
    );
    process.exit(1);
  }
}

async function createDatabase() {
  return withAdminClient(async (client, name) => {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error) => {
      // Another deploy created it first: 42P04 duplicate_database, 23505 when the two raced.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
    return { databaseName: name };
  });
}

async function withAdminClient(work) {
  const admin = new URL(url);
  const name = decodeURIComponent(admin.pathname.slice(1));
  admin.pathname = '/postgres';
  return withClient(admin.href, (client) => work(client, name));
}

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

if (positionals[0] === 'cli') {
  await runCliCommand(positionals[1]);
} else {
  await serve();
}
