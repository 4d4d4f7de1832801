/** A tool that reads the published API document, run as users run it. */
export interface Tool {
  readonly name: string;
  /** npm packages with exact versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Files to write first, by path in the folder of the run. */
  readonly files?: Readonly<Record<string, string>>;
  /** The program, below `node_modules` or one of `files`, and its arguments. */
  readonly run: readonly [entry: string, ...args: string[]];
  /** Folder or file with generated TypeScript, which must compile under `tsc --strict`. */
  readonly output?: string;
}

/** The published document in the folder of the run. */
export const DOCUMENT = 'errand.json';

const kubbConfig = `import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  root: '.',
  input: { path: './${DOCUMENT}' },
  output: { path: './out/kubb', clean: true, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs()],
});
`;

const parse = `import SwaggerParser from '@apidevtools/swagger-parser';
await SwaggerParser.validate('${DOCUMENT}');
`;

export const TOOLS: readonly Tool[] = [
  {
    name: 'spectral',
    packages: { '@stoplight/spectral-cli': '6.16.3' },
    files: { 'ruleset.yaml': 'extends: ["spectral:oas"]\n' },
    run: [
      '@stoplight/spectral-cli/dist/index.js',
      'lint',
      DOCUMENT,
      '--ruleset=ruleset.yaml',
      '--fail-severity=error',
    ],
  },
  {
    name: 'swagger-parser',
    packages: { '@apidevtools/swagger-parser': '13.0.0' },
    files: { 'parse.mjs': parse },
    run: ['parse.mjs'],
  },
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0' },
    run: ['openapi-typescript/bin/cli.js', DOCUMENT, '-o', 'out/openapi-typescript.ts'],
    output: 'out/openapi-typescript.ts',
  },
  {
    name: 'hey-api',
    packages: { '@hey-api/openapi-ts': '0.95.0' },
    run: ['@hey-api/openapi-ts/bin/run.js', '-i', DOCUMENT, '-o', 'out/hey-api'],
    output: 'out/hey-api',
  },
  {
    name: 'orval',
    packages: { orval: '7.13.2' },
    run: ['orval/dist/bin/orval.js', '-i', DOCUMENT, '-o', 'out/orval.ts', '--client', 'fetch'],
    output: 'out/orval.ts',
  },
  {
    name: 'oazapfts',
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    run: ['oazapfts/dist/cli.js', DOCUMENT, 'out/oazapfts.ts'],
    output: 'out/oazapfts.ts',
  },
  {
    name: 'kubb',
    packages: {
      '@kubb/cli': '4.39.3',
      '@kubb/core': '4.39.3',
      '@kubb/plugin-oas': '4.39.3',
      '@kubb/plugin-ts': '4.39.3',
    },
    files: { 'kubb.config.ts': kubbConfig },
    run: ['@kubb/cli/bin/kubb.cjs', 'generate', '--config', 'kubb.config.ts'],
    output: 'out/kubb',
  },
];
