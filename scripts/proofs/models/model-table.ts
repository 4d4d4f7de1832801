import { providers } from '../../../packages/language-models/src/testing/provider-cases.ts';
import { readProofs } from '../read-proofs.ts';

/** A feature of the language models and the test that proves it. */
export interface FeatureRow {
  readonly feature: string;
  readonly test: string;
  readonly file: string;
  /** The test runs with each of these providers. */
  readonly providers: readonly string[];
}

export const providerNames: readonly string[] = Object.keys(providers);

/** These files run their tests with every provider; others test common parts with one. */
const ALL_PROVIDERS = /^packages\/language-models\/src\/provider-\w+\.test\.ts$/;
const ONE_PROVIDER = ['gemini'];

/** Returns every feature with the test that proves it, those proven with all providers first. */
export function readModelTable(root: string): FeatureRow[] {
  const rows = readProofs(root, 'model').map(({ subject, test, file }) => ({
    feature: subject,
    test,
    file,
    providers: ALL_PROVIDERS.test(file) ? providerNames : ONE_PROVIDER,
  }));
  return rows.toSorted((one, other) => other.providers.length - one.providers.length);
}
