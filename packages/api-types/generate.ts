import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { bundleDocument } from './src/bundle-document.ts';
import { withoutImpliedDefaults } from './src/implied-defaults.ts';

interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const FOLDER = 'packages/api-types/src';
const HEADER = '// Generated from openapi/ by "pnpm generate". Do not edit.\n\n';

/** Bundles each OpenAPI document and derives its types. Reads openapi/ and writes nothing. */
export async function generateApiTypes(): Promise<GeneratedFile[]> {
  const names = ['errand', 'worker', 'admin', 'local-inference'];
  const files = await Promise.all(names.map((name) => generate(name)));
  return [
    ...files.flat(),
    await generateClientTypes(),
    generateSubmissionDefaults(),
    generateErrorClasses(),
  ];
}

/** The known failure classes, for code that must not accept others. */
function generateErrorClasses(): GeneratedFile {
  const classes: unknown = parse(readFileSync(rootFileOf('error-classes'), 'utf8'));
  const names = JSON.stringify(Object.keys(classes as object), undefined, 2);
  return {
    path: `${FOLDER}/error-classes.generated.ts`,
    content: `${HEADER}export const ERROR_CLASSES: readonly string[] = ${names};\n`,
  };
}

/** What a member left out of a submission means: its default, or null if it has none. */
function generateSubmissionDefaults(): GeneratedFile {
  const document = withoutImpliedDefaults(bundleDocument(rootFileOf('errand')));
  const { components } = document as unknown as {
    readonly components: {
      readonly schemas: {
        readonly SubmitTaskRequest: {
          readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
        };
      };
    };
  };
  const members = Object.entries(components.schemas.SubmitTaskRequest.properties);
  const defaults = Object.fromEntries(
    members.map(([name, member]) => [name, member.default ?? null]),
  );
  const object = JSON.stringify(defaults, undefined, 2);
  return {
    path: `${FOLDER}/submission-defaults.generated.ts`,
    content: `${HEADER}export const SUBMISSION_DEFAULTS = ${object};\n`,
  };
}

async function generate(name: string): Promise<GeneratedFile[]> {
  const json = `${JSON.stringify(bundleDocument(rootFileOf(name)), undefined, 2)}\n`;
  const types = astToString(await openapiTS(json, { silent: true }));
  return [
    { path: `${FOLDER}/${name}-document.generated.json`, content: json },
    { path: `${FOLDER}/${name}-api.generated.ts`, content: `${HEADER}${types}` },
  ];
}

/** The client's own copy, in which members of a request that have a default may be left out. */
async function generateClientTypes(): Promise<GeneratedFile> {
  const types = await openapiTS(JSON.stringify(bundleDocument(rootFileOf('errand'))), {
    silent: true,
    defaultNonNullable: false,
  });
  return {
    path: 'packages/client/src/errand-api.generated.ts',
    content: `${HEADER}${astToString(types)}`,
  };
}

function rootFileOf(name: string): string {
  return fileURLToPath(new URL(`../../openapi/${name}.yaml`, import.meta.url));
}
