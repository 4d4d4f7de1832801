export { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.ts';
