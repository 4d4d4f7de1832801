import { replayRecording, startRecorder, type Recording } from '@errand/automation-engine';
import { openEyes, type Person } from '@errand/automation-engine/person';
import type { JsonValue } from '@errand/foundation';
import type { TestBrowser } from '@errand/test-kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { GallerySite } from '../gallery/gallery-site.ts';
import type { GalleryCase, Widget } from '../gallery/widget.ts';
import { actOut } from './act-out.ts';

const REPLAY_DEADLINE_MS = 180_000;
/** Name of the file that the gallery's widgets upload. */
const FILE_NAME = 'report.txt';

export interface Desk {
  readonly browser: Pick<TestBrowser, 'openPage'>;
  readonly person: Person;
  readonly site: GallerySite;
}

export interface RecordedCase {
  readonly widget: string;
  readonly case: string;
  readonly nodes: readonly {
    readonly node_path: string;
    readonly kind: string;
    readonly outcome?: string | undefined;
    readonly reason?: string | undefined;
  }[];
  readonly faults: readonly string[];
  /** Why the person could not act out the case, which then does not count. */
  readonly problem?: string;
  /** Whether the page showed the expected state after the person's acts and after the replay. */
  readonly shownByPerson?: boolean;
  readonly shownByReplay?: boolean;
  readonly automation?: unknown;
}

interface Planned {
  readonly widget: Widget;
  readonly gallery: GalleryCase;
  readonly run: string;
}

/** Records a person acting out a case, and replays the recording in a clean browser context. */
export async function recordWidget(desk: Desk, planned: Planned): Promise<RecordedCase> {
  const { widget, gallery, run } = planned;
  const directory = mkdtempSync(join(tmpdir(), 'recorded-widget-'));
  const named = { widget: widget.name, case: gallery.name };
  try {
    await desk.site.open(run, widget, gallery);
    const { recording, problem, shown } = await record(desk, { ...planned, directory });
    if (problem !== undefined) return { ...named, nodes: [], faults: [], problem };
    let replayedShown: JsonValue | undefined;
    const replayed = await replayRecording(recording, {
      async openPage() {
        const opened = await desk.browser.openPage();
        return {
          page: opened.page,
          async [Symbol.asyncDispose]() {
            replayedShown = await ask(desk.site, planned);
            await opened[Symbol.asyncDispose]();
          },
        };
      },
      inputFiles: [{ name: FILE_NAME, path: join(directory, FILE_NAME) }],
      downloadsDirectory: join(directory, 'downloads'),
      signal: AbortSignal.timeout(REPLAY_DEADLINE_MS),
    });
    const { nodes, faults } = replayed.report;
    return {
      ...named,
      nodes: nodes.map(({ node_path, kind, outcome, reason }) => ({
        node_path,
        kind,
        outcome,
        reason,
      })),
      faults,
      ...(gallery.shows && {
        shownByPerson: isDeepStrictEqual(shown, gallery.shows.is),
        shownByReplay: isDeepStrictEqual(replayedShown, gallery.shows.is),
      }),
      automation: replayed.automation,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Done {
  readonly recording: Recording;
  readonly problem: string | undefined;
  readonly shown: JsonValue | undefined;
}

async function record(
  { browser, person, site }: Desk,
  { directory, ...planned }: Planned & { readonly directory: string },
): Promise<Done> {
  const { widget, gallery, run } = planned;
  await using opened = await browser.openPage();
  const { page } = opened;
  const file = join(directory, FILE_NAME);
  writeFileSync(file, 'The file.\n');
  await using recorder = await startRecorder({
    page,
    url: `${site.url}/${run}/${widget.name}/`,
    files: [file],
    rejectsCookies: true,
  });
  await page.bringToFront();
  await using eyes = await openEyes(page);
  const [acted] = await Promise.allSettled([actOut({ person, eyes, recorder }, gallery.errand)]);
  const problem = acted.status === 'rejected' ? String(acted.reason) : undefined;
  return { recording: await recorder.read(), problem, shown: await ask(site, planned) };
}

async function ask(site: GallerySite, { gallery, run }: Planned): Promise<JsonValue | undefined> {
  if (!gallery.shows) return undefined;
  await fetch(`${site.url}/oracle/${run}`);
  return site.shown(run);
}
