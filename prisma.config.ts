import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// The native schema engine would have to be downloaded. This is the same engine as WebAssembly, from the registry.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  new URL('./scripts/prisma-schema-engine.mjs', import.meta.url),
);

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    url: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5433/errand',
  },
});
