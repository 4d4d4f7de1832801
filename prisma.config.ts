import { fileURLToPath } from 'node:url';
import type { PrismaConfig } from 'prisma/config';

// The native schema engine would have to be downloaded. This is the same engine as WebAssembly, from the registry.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  new URL('./packages/database-schema/prisma-schema-engine.mjs', import.meta.url),
);

export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    url: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5433/errand',
  },
} satisfies PrismaConfig;
