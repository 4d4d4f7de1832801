import { USAGE } from './usage-error.ts';

const FLAGS: ReadonlySet<string> = new Set(['--help', '-h']);

// The modules of the commands take seconds to load on a busy machine, and the usage needs none.
const commandLine = process.argv.slice(2);
if (commandLine[0] === 'help' || commandLine.some((word) => FLAGS.has(word)))
  process.stdout.write(`${USAGE}\n`);
else {
  const { runProcess } = await import('./run-process.ts');
  process.exitCode = await runProcess(commandLine, process.env);
}
