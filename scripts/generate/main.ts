// Writes every generated file that is committed. With --check, writes nothing and names the stale
// ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateLivePage } from '../../apps/control-plane/generate.ts';
import { generateApiTypes } from '../../packages/api-types/generate.ts';
import {
  generateAutomationSchema,
  generateInPageScripts,
} from '../../packages/automation-engine/generate.ts';
import { generateIvyaBundle } from '../../packages/locators/generate.ts';
import { generateScriptReference } from '../../packages/script-sandbox/generate.ts';
import { generateActionPage } from './generate-action-page.ts';
import { generateErrorClasses, generateErrorHints } from './generate-error-classes.ts';
import { generateErrorCodes } from './generate-error-codes.ts';
import { generateErrorPage } from './generate-error-page.ts';
import { generateSettingsPage } from './generate-settings-page.ts';

interface GeneratedFile {
  /** Absolute, or relative to the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

// In this order: the API document includes the automation schema, the error classes and the error codes.
const generators = [
  generateIvyaBundle,
  generateInPageScripts,
  generateAutomationSchema,
  () => generateErrorClasses(root),
  () => generateErrorHints(root),
  () => generateErrorCodes(root),
  () => generateErrorPage(root),
  () => generateActionPage(root),
  () => generateSettingsPage(root),
  generateApiTypes,
  generateLivePage,
  generateScriptReference,
];
for (const generate of generators) {
  for (const file of [await generate()].flat()) write(file);
}
if (isCheck && stale.length > 0) {
  process.stderr.write(`Outdated; run "pnpm generate": ${stale.join(', ')}\n`);
  process.exitCode = 1;
}

function write({ path, content }: GeneratedFile): void {
  const target = resolve(root, path);
  if (existsSync(target) && readFileSync(target, 'utf8') === content) return;
  stale.push(relative(root, target));
  if (!isCheck) writeFileSync(target, content);
}
