export { recordThisRelease } from './compatibility/record-this-release.ts';
export { findStaleFunctions } from './find-stale-functions.ts';
export { migrateDatabase, type MigrationReport } from './migrate-database.ts';
export { MIGRATE_COMMAND, listMigrations } from './schema-files.ts';
