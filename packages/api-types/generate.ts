import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { bundleDocument } from './src/bundle-document.ts';

interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const HEADER = '// Generated from openapi/ by "pnpm generate". Do not edit.\n\n';

/** Bundles each OpenAPI document and derives its types. Reads openapi/ and writes nothing. */
export async function generateApiTypes(): Promise<GeneratedFile[]> {
  const names = ['errand', 'worker', 'admin', 'local-inference'];
  const files = await Promise.all(names.map((name) => generate(name)));
  return files.flat();
}

async function generate(name: string): Promise<GeneratedFile[]> {
  const rootFile = fileURLToPath(new URL(`../../openapi/${name}.yaml`, import.meta.url));
  const json = `${JSON.stringify(bundleDocument(rootFile), undefined, 2)}\n`;
  const types = astToString(await openapiTS(json, { silent: true }));
  const folder = 'packages/api-types/src';
  return [
    { path: `${folder}/${name}-document.generated.json`, content: json },
    { path: `${folder}/${name}-api.generated.ts`, content: `${HEADER}${types}` },
  ];
}
