import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providers } from '../../packages/language-models/src/testing/provider-cases.ts';

/** A feature of the language models and the test that proves it. */
export interface FeatureRow {
  readonly feature: string;
  readonly test: string;
  readonly file: string;
  /** The test runs with each of them. */
  readonly providers: readonly string[];
}

const folder = 'packages/language-models/src';
const comment =
  /^[ \t]*\/\/ proves-model: (?<feature>.+)\n\s*test(?:\.each\(\[[^]*?\n\]\))?\('(?<test>[^']+)'/gm;

/**
 * The files `provider-*.test.ts` run their tests with every provider; the others test common parts
 * with one.
 */
const sources = [
  ...['provider-answers', 'provider-tools', 'provider-faults'].map((name) => ({
    file: `${folder}/${name}.test.ts`,
    providers: Object.keys(providers),
  })),
  { file: `${folder}/create-language-models.test.ts`, providers: ['gemini'] },
];

export const providerNames: readonly string[] = Object.keys(providers);

/** Returns every feature that a test declares to prove, in the order of the files. */
export function readModelTable(root: string): FeatureRow[] {
  return sources.flatMap(({ file, providers: names }) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(comment)].map(({ groups }) => ({
      feature: groups?.['feature'] ?? '',
      test: groups?.['test'] ?? '',
      file,
      providers: names,
    })),
  );
}
