import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readDeliveryFilters } from './pages/deliveries/delivery-filters.ts';
import { readEditorView } from './pages/editor/editor-view.ts';
import { readRecordingFilters } from './pages/recordings/recording-filters.ts';
import { readTaskFilters } from './pages/tasks/task-filters.ts';
import { readTaskView } from './pages/task/task-view.ts';
import { NoPage } from './shell/no-page.tsx';
import { PageFailed } from './shell/page-failed.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: PageFailed,
});
const parent = { getParentRoute: () => root };

const home = createRoute({
  ...parent,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});
const tasks = createRoute({
  ...parent,
  path: '/tasks',
  validateSearch: readTaskFilters,
  component: lazyRouteComponent(() => import('./pages/tasks/tasks-page.tsx'), 'TasksPage'),
});
const task = createRoute({
  ...parent,
  path: '/tasks/$taskId',
  validateSearch: readTaskView,
  component: lazyRouteComponent(() => import('./pages/task/task-page.tsx'), 'TaskPage'),
});
const queue = createRoute({
  ...parent,
  path: '/queue',
  component: lazyRouteComponent(() => import('./pages/queue/queue-page.tsx'), 'QueuePage'),
});
const deliveries = createRoute({
  ...parent,
  path: '/deliveries',
  validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(
    () => import('./pages/deliveries/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
});
const recordings = createRoute({
  ...parent,
  path: '/recordings',
  validateSearch: readRecordingFilters,
  component: lazyRouteComponent(
    () => import('./pages/recordings/recordings-page.tsx'),
    'RecordingsPage',
  ),
});
const recording = createRoute({
  ...parent,
  path: '/recordings/$recordingId',
  component: lazyRouteComponent(
    () => import('./pages/recordings/recording-page.tsx'),
    'RecordingPage',
  ),
});
const importing = createRoute({
  ...parent,
  path: '/recordings/import',
  component: lazyRouteComponent(
    () => import('./pages/recordings/import/import-page.tsx'),
    'ImportPage',
  ),
});
const recorder = createRoute({
  ...parent,
  path: '/record',
  validateSearch: readEditorView,
  component: lazyRouteComponent(() => import('./pages/recorder/recorder-page.tsx'), 'RecorderPage'),
});
const live = createRoute({
  ...parent,
  path: '/live',
  component: lazyRouteComponent(() => import('./pages/live/wall-page.tsx'), 'WallPage'),
});
const taskLive = createRoute({
  ...parent,
  path: '/tasks/$taskId/live',
  component: lazyRouteComponent(() => import('./pages/live/task-live-page.tsx'), 'TaskLivePage'),
});
const editor = createRoute({
  ...parent,
  path: '/recordings/$recordingId/edit',
  validateSearch: readEditorView,
  component: lazyRouteComponent(() => import('./pages/editor/editor-page.tsx'), 'EditorPage'),
});
const schedules = createRoute({
  ...parent,
  path: '/schedules',
  component: lazyRouteComponent(
    () => import('./pages/schedules/schedules-page.tsx'),
    'SchedulesPage',
  ),
});
const schedule = createRoute({
  ...parent,
  path: '/schedules/$scheduleId',
  component: lazyRouteComponent(
    () => import('./pages/schedules/schedule-page.tsx'),
    'SchedulePage',
  ),
});
const workspaces = createRoute({
  ...parent,
  path: '/workspaces',
  component: lazyRouteComponent(
    () => import('./pages/workspaces/workspaces-page.tsx'),
    'WorkspacesPage',
  ),
});
const integrations = createRoute({
  ...parent,
  path: '/integrations',
  component: lazyRouteComponent(
    () => import('./pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
});
const keys = createRoute({
  ...parent,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});
const setUp = createRoute({
  ...parent,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
});

const routeTree = root.addChildren([
  home,
  tasks,
  task,
  queue,
  deliveries,
  recordings,
  recording,
  editor,
  importing,
  recorder,
  live,
  taskLive,
  schedules,
  schedule,
  workspaces,
  integrations,
  keys,
  setUp,
]);

export const createConsoleRouter = () =>
  createRouter({ routeTree, basepath: '/console', defaultPreload: 'intent' });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
