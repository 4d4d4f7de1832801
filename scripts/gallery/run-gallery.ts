import type { ApiClient } from '@errand/local-installation';
import type { Browser } from 'playwright-core';
import { agree, judge, type Agreement, type Observation, type Verdict } from './compare-runs.ts';
import type { GallerySite } from './gallery-site.ts';
import { inParallel } from './in-parallel.ts';
import { runWithErrand } from './run-with-errand.ts';
import { runWithPlaywright } from './run-with-playwright.ts';
import type { PlannedCase } from './run-table.ts';
import type { GalleryCase } from './widget.ts';

export interface CaseResult {
  readonly widget: string;
  readonly case: string;
  readonly packages: readonly string[];
  readonly agreement: Agreement;
  readonly playwright: TimedVerdict;
  readonly errand: TimedVerdict;
}

interface TimedVerdict extends Verdict {
  readonly milliseconds: number;
  readonly taskId?: string;
}

export interface Stage {
  readonly browser: Browser;
  readonly site: GallerySite;
  /** Client of the installation. Without one, only Playwright runs. */
  readonly api: ApiClient | undefined;
}

/** Runs the cases, `parallel` at a time, in this order. */
export async function runGallery(
  stage: Stage,
  planned: readonly PlannedCase[],
  options: { readonly parallel: number; readonly onResult: (result: CaseResult) => void },
): Promise<CaseResult[]> {
  return inParallel(options.parallel, planned, async (plan, index) => {
    const result = await runCase(stage, plan, `c${index + 1}`);
    options.onResult(result);
    return result;
  });
}

async function runCase(stage: Stage, plan: PlannedCase, run: string): Promise<CaseResult> {
  const { widget, gallery } = plan;
  const playwright = await time(gallery, () =>
    runWithPlaywright(stage, { ...plan, run: `${run}p` }),
  );
  const { api, site } = stage;
  const errand = api
    ? await time(gallery, () => runWithErrand({ api, site }, { ...plan, run: `${run}e` }))
    : playwright;
  return {
    widget: widget.name,
    case: gallery.name,
    packages: widget.packages,
    agreement: agree(playwright, errand),
    playwright,
    errand,
  };
}

async function time(gallery: GalleryCase, run: () => Promise<Observation>): Promise<TimedVerdict> {
  const startedAt = performance.now();
  const observation = await run();
  const milliseconds = Math.round(performance.now() - startedAt);
  const { taskId } = observation;
  return { ...judge(gallery, observation), milliseconds, ...(taskId !== undefined && { taskId }) };
}
