// bin/errand COMMAND: the command line for users (packages/cli) and, as `errand admin COMMAND`, for
// operators, which uses DATABASE_URL or the database of the `npm start` running on this machine.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOperatorCommand } from './operator-commands.ts';

const [first = '', ...words] = process.argv.slice(2);
if (first === 'admin') {
  process.argv.splice(2, 1);
  await import('./admin.ts');
} else if (isOperatorCommand(first, words[0])) {
  const name = [first, ...words.slice(0, 1)].join(' ');
  process.stderr.write(
    `The commands of operators begin with "errand admin": use "errand admin ${name}".\n`,
  );
  process.exitCode = 2;
} else if (existsSync(new URL('../../packages/cli/node_modules/', import.meta.url))) {
  // File in which a running `npm start` says how to reach it.
  process.env['ERRAND_LOCAL_API_FILE'] ??= fileURLToPath(
    new URL('../../.errand/api.json', import.meta.url),
  );
  const { runProcess } = await import('../../packages/cli/src/run-process.ts');
  await runProcess({ record: first === 'record' ? await loadRecorder() : undefined });
} else {
  process.stderr.write(
    'This release has only "errand admin". Add the other commands with: npx -y pnpm@12.21.0 install --prod --frozen-lockfile --filter-prod @errand/cli...\n',
  );
  process.exitCode = 2;
}

/** Undefined where only the command line is installed. */
async function loadRecorder() {
  const engine = new URL('../../node_modules/@errand/automation-engine/', import.meta.url);
  return existsSync(engine) ? (await import('./record.ts')).record : undefined;
}
