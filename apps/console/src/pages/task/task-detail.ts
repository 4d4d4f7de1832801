import type { ErrandSchemas } from '@errand/client';

export type TaskDetail = ErrandSchemas['TaskDetail'];
