// Prints the outcome of every hostile script as a markdown table. Exits with 1 if one does harm.
// usage: pnpm proofs scripts
import { createServer } from 'node:net';
import { createScriptSandbox } from '../create-script-sandbox.ts';
import { probeSandbox } from '../process/probe-sandbox.ts';
import { hostileLimits, hostileScripts } from '../testing/hostile-scripts.ts';
import { runHostileScript } from '../testing/run-hostile-script.ts';

const support = probeSandbox();
const sandbox = createScriptSandbox({ ...hostileLimits, support });
const { leftOut } = await support;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
let wrong = 0;
print(`As user ${process.getuid?.()}; limits: ${JSON.stringify(hostileLimits)}`);
for (const sentence of leftOut) print(sentence);
print('| Script | Outcome | After | Processes left | Message |');
print('| --- | --- | --- | --- | --- |');
for (const script of hostileScripts) {
  const { outcome, message, durationMs, left } = await runHostileScript(sandbox, script, port);
  const expected = script.code ?? 'denied';
  const isRight = outcome === expected && left === 0;
  if (!isRight) wrong += 1;
  const shown = isRight ? outcome : `**${outcome}** (expected ${expected})`;
  const text = message.slice(0, 140).replaceAll('|', '/').replaceAll('\n', ' ');
  print(`| ${script.name} | ${shown} | ${(durationMs / 1000).toFixed(1)} s | ${left} | ${text} |`);
}
server.close();
print(
  `\n${hostileScripts.length} scripts, ${wrong} not as expected, ${connections} connections to the host`,
);
process.exitCode = wrong > 0 || connections > 0 ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
