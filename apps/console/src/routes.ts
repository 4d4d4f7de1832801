import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { readDeliveryFilters } from './pages/deliveries/delivery-filters.ts';
import { readEditorView } from './pages/editor/editor-view.ts';
import { readRecordingFilters } from './pages/recordings/recording-filters.ts';
import { readTaskFilters } from './pages/tasks/task-filters.ts';
import { readTaskView } from './pages/task/task-view.ts';
import { NoPage } from './shell/no-page.tsx';
import { PageFailed } from './shell/page-failed.tsx';
import { Shell } from './shell/shell.tsx';
import { lazyPage } from './ui/lazy-page.ts';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: PageFailed,
});
const parent = { getParentRoute: () => root };

const home = createRoute({
  ...parent,
  path: '/',
  component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});
const tasks = createRoute({
  ...parent,
  path: '/tasks',
  validateSearch: readTaskFilters,
  component: lazyPage(() => import('./pages/tasks/tasks-page.tsx'), 'TasksPage'),
});
const task = createRoute({
  ...parent,
  path: '/tasks/$taskId',
  validateSearch: readTaskView,
  component: lazyPage(() => import('./pages/task/task-page.tsx'), 'TaskPage'),
});
const queue = createRoute({
  ...parent,
  path: '/queue',
  component: lazyPage(() => import('./pages/queue/queue-page.tsx'), 'QueuePage'),
});
const deliveries = createRoute({
  ...parent,
  path: '/deliveries',
  validateSearch: readDeliveryFilters,
  component: lazyPage(() => import('./pages/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});
const recordings = createRoute({
  ...parent,
  path: '/recordings',
  validateSearch: readRecordingFilters,
  component: lazyPage(() => import('./pages/recordings/recordings-page.tsx'), 'RecordingsPage'),
});
const recording = createRoute({
  ...parent,
  path: '/recordings/$recordingId',
  component: lazyPage(() => import('./pages/recordings/recording-page.tsx'), 'RecordingPage'),
});
const importing = createRoute({
  ...parent,
  path: '/recordings/import',
  component: lazyPage(() => import('./pages/recordings/import/import-page.tsx'), 'ImportPage'),
});
const recorder = createRoute({
  ...parent,
  path: '/record',
  validateSearch: readEditorView,
  component: lazyPage(() => import('./pages/recorder/recorder-page.tsx'), 'RecorderPage'),
});
const live = createRoute({
  ...parent,
  path: '/live',
  component: lazyPage(() => import('./pages/live/wall-page.tsx'), 'WallPage'),
});
const taskLive = createRoute({
  ...parent,
  path: '/tasks/$taskId/live',
  component: lazyPage(() => import('./pages/live/task-live-page.tsx'), 'TaskLivePage'),
});
const editor = createRoute({
  ...parent,
  path: '/recordings/$recordingId/edit',
  validateSearch: readEditorView,
  component: lazyPage(() => import('./pages/editor/editor-page.tsx'), 'EditorPage'),
});
const schedules = createRoute({
  ...parent,
  path: '/schedules',
  component: lazyPage(() => import('./pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
});
const schedule = createRoute({
  ...parent,
  path: '/schedules/$scheduleId',
  component: lazyPage(() => import('./pages/schedules/schedule-page.tsx'), 'SchedulePage'),
});
const workspaces = createRoute({
  ...parent,
  path: '/workspaces',
  component: lazyPage(() => import('./pages/workspaces/workspaces-page.tsx'), 'WorkspacesPage'),
});
const integrations = createRoute({
  ...parent,
  path: '/integrations',
  component: lazyPage(
    () => import('./pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
});
const keys = createRoute({
  ...parent,
  path: '/keys',
  component: lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});
const setUp = createRoute({
  ...parent,
  path: '/set-up',
  component: lazyPage(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
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
  createRouter({
    routeTree,
    basepath: '/console',
    defaultPreload: 'intent',
    // Inside the shell: the menu stays.
    defaultErrorComponent: PageFailed,
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
