import type { components, paths } from './errand-api.generated.ts';

/** Every operation of the API: `ErrandPaths['/api/v1/tasks']['get']`. */
export type ErrandPaths = paths;

/** Bodies and their parts by schema name: `ErrandSchemas['TaskDetail']`. */
export type ErrandSchemas = components['schemas'];
