import { createFencePost } from '../capabilities/agents/navigation-fence.ts';
import { Downloads } from '../page/downloads/downloads.ts';
import type { AutomationError } from '../errors.ts';
import { preparePages } from '../page/browser-settings/prepare-pages.ts';
import { PageTracker } from '../page/pages/page-tracker.ts';
import { watchStepActivity } from '../reports/step-activity.ts';
import { watchResponsiveness } from '../page/pages/watch-responsiveness.ts';
import { whileMasked } from '../page/screenshots/while-masked.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { Automation } from '../document/automation-schema.ts';
import type { DialogAnswers } from '../page/pages/dialog-answers.ts';
import type { NetworkLog } from '../page/pages/network-log.ts';
import type { EarlyListener } from '../page/pages/new-page-calls.ts';
import type { RunLimits } from '../run-limits.ts';
import type { RunTrace } from '../traces/run-trace.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

export type Watched = Awaited<ReturnType<typeof watchRun>>;

interface WatchSettings {
  readonly automation: Automation;
  readonly limits: RunLimits;
  readonly network: NetworkLog;
  readonly secrets: RunSecrets;
  readonly dialogs: DialogAnswers;
  readonly trace: RunTrace | undefined;
  /** How many files were downloaded by the runs that this one continues. */
  readonly earlierFiles: number;
}

/**
 * Watches the pages and downloads of the run. `signal` aborts when one of them makes it impossible
 * to continue.
 */
export async function watchRun(
  resources: AsyncDisposableStack,
  dependencies: RunDependencies,
  settings: WatchSettings,
) {
  const { automation, limits, network, secrets, dialogs, trace, earlierFiles } = settings;
  const stopped = new AbortController();
  const stop = (reason: AutomationError) => stopped.abort(reason);
  const signal = AbortSignal.any([dependencies.signal, stopped.signal]);
  const { page, otherPages = [], downloadsDirectory: directory, downloadProblem } = dependencies;
  const kept = { directory, limits, earlierFiles, downloadProblem, onLimit: stop };
  const downloads = await Downloads.start(page, kept);
  resources.use(downloads);
  const fencePost = createFencePost();
  const preparation = await preparePages(automation, page);
  resources.use(preparation);
  const activity = watchStepActivity(limits, stop);
  const start = page && { page, others: otherPages };
  const pages = await PageTracker.start(start, {
    maxOpenPages: limits.maxOpenPages,
    navigationMs: limits.navigationMs,
    onPageOpen: activity.noteOpenedPage,
    dialogs,
    dialogMs: limits.personDialogMs,
    onDialog: activity.noteDialog,
    onCrash: stop,
    async onListen(listeners, opened) {
      trace?.listen(listeners, opened);
      await Promise.all([network.listen(listeners, opened), preparation.open(listeners, opened)]);
    },
    async onPrepareNew(session) {
      await Promise.all([fencePost.guardNew(session), preparation.prepareNew(session)]);
    },
    onListenEarly: () => listenEarly(network, trace),
    onDownload: (guid) => downloads.announce(guid),
    onFile: (obtain, origin) =>
      void downloads.capture((path) => {
        const take = () => obtain(path, { signal, maxBytes: downloads.bytesLeft });
        if (origin || pages.count === 0) return take();
        return whileMasked(pages.current().page, { secrets, signal }, take);
      }, origin),
  });
  resources.use(pages);
  resources.defer(async () => {
    if (stopped.signal.aborted) await pages.closeAll();
  });
  resources.use(watchResponsiveness(pages, { ...limits, onUnresponsive: stop }));
  return { activity, downloads, fencePost, pages, signal };
}

/** The log comes last: it enables the network with its own limits, which the trace must not replace. */
function listenEarly(network: NetworkLog, trace: RunTrace | undefined): EarlyListener {
  const listeners = [...(trace ? [trace.listenEarly()] : []), network.listenEarly()];
  return async (session) => {
    await Promise.all(listeners.map((listen) => listen(session)));
  };
}
