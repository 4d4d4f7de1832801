// Prints a markdown table: for every attempted bypass of the guard, what refuses it and what a
// listener received.
// usage: pnpm proofs egress
import { bypassCases, tryBypass, type BypassOutcome } from '../testing/bypass-cases.ts';
import { redirectCases, tryRedirect } from '../testing/redirect-cases.ts';
import { startListener } from '../testing/start-listener.ts';

await using listener = await startListener((_request, response) => response.end('reached'), {
  host: '::',
});
let wrong = 0;
print('| Group | Case | Private addresses | Refused by | Listener saw |');
print('| --- | --- | --- | --- | --- |');
for (const bypass of bypassCases) {
  const { group, url, rule, isLocal, leadsTo, headers } = bypass;
  const outcome = await tryBypass(bypass, listener);
  const more = headers ?? (leadsTo === undefined ? '' : `leads to ${leadsTo}`);
  printRow([group, show(url) + show(more, ' '), isLocal ? 'open' : 'closed'], rule, outcome);
}
for (const [location, rule] of redirectCases) {
  const outcome = await tryRedirect(location, listener);
  printRow(['redirect', show(location), 'closed'], rule, outcome);
}
const cases = bypassCases.length + redirectCases.length;
const seen = listener.connectionCount();
print(`\n${cases} cases, ${wrong} not refused as expected; connections to the listener: ${seen}`);
process.exitCode = wrong > 0 || seen > 0 ? 1 : 0;

function printRow(cells: string[], expected: string, { rule, connections }: BypassOutcome): void {
  const isRight = rule === expected && connections === 0;
  if (!isRight) wrong += 1;
  const saw = connections === 0 ? 'nothing' : `${connections} connections`;
  const found = isRight ? rule : `${rule} (expected ${expected})`;
  print(`| ${[...cells, found, saw].join(' | ')} |`);
}

function show(value: unknown, before = ''): string {
  return value === '' ? '' : `${before}\`${JSON.stringify(value).replaceAll('|', '\\|')}\``;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
