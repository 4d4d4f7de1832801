// Checks the published API document with linters and generators that users use: installs them in a
// temporary folder, runs each, and compiles what it generates under `tsc --strict`.
// usage: node scripts/generators/main.ts [TOOL...]
import { readErrandDocument } from '@errand/api-types';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import { DOCUMENT, TOOLS } from './tools.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => !TOOLS.some((tool) => tool.name === name));
if (unknown !== undefined) {
  const known = TOOLS.map(({ name }) => name).join(', ');
  throw new Error(`There is no tool "${unknown}": specify some of ${known}.`);
}
const tools = TOOLS.filter(({ name }) => names.length === 0 || names.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'errand-generators-'));
try {
  const packages = Object.assign(
    { '@types/node': '24.10.1' },
    ...tools.map((tool) => tool.packages),
  );
  const manifest = { private: true, type: 'module', dependencies: packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, DOCUMENT), JSON.stringify(readErrandDocument()));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit' });
  for (const tool of tools) {
    const { name, seconds, problem } = await runTool(tool, folder);
    const verdict = problem === undefined ? 'accepts the document' : `refuses it:\n${problem}`;
    console.log(`${name.padEnd(20)} ${seconds.toFixed(1).padStart(5)} s  ${verdict}`);
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
