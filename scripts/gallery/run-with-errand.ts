import type { ApiClient } from '@errand/local-installation';
import type { Observation } from './compare-runs.ts';
import type { GallerySite } from './gallery-site.ts';
import { runTask, type TaskRecord } from './run-task.ts';
import type { GalleryCase, Output, Widget } from './widget.ts';

const ORACLE = 'gallery-oracle';

/** Stores the case as an automation and runs it as a task, both through the public API. */
export async function runWithErrand(
  { api, site }: { readonly api: ApiClient; readonly site: GallerySite },
  {
    widget,
    gallery,
    run,
  }: { readonly widget: Widget; readonly gallery: GalleryCase; readonly run: string },
): Promise<Observation> {
  try {
    await site.open(run, widget, gallery);
    const endpointName = `gallery-${widget.name}-${run}`;
    await api.post('/api/v1/update_example', {
      endpoint_name: endpointName,
      description: gallery.name,
      automation: automationFor(widget, gallery),
    });
    const { taskId, task } = await runTask(api, endpointName, { site: [site.url], run: [run] });
    if (task.status !== 'success')
      return { taskId, failure: `${task.error_class ?? task.status}: ${task.error ?? ''}` };
    return { taskId, output: readOutput(task), shown: site.shown(run) };
  } catch (error) {
    return { failure: Error.isError(error) ? error.message : String(error) };
  }
}

function automationFor(widget: Widget, gallery: GalleryCase): object {
  const readShown = {
    type: 'action_node',
    before_sleep_time: 0,
    extraction_action: {
      unique_identifier: ORACLE,
      api_call: { url: '{site[0]}/oracle/{run[0]}' },
    },
  };
  return {
    url: `{site[0]}/{run[0]}/${widget.name}/`,
    parameters: { input_parameters: { site: [], run: [] }, generated_parameters: {} },
    nodes: [...gallery.errand, ...(gallery.shows ? [readShown] : [])],
    take_final_screenshot: false,
  };
}

function readOutput({ output_data: entries }: TaskRecord): Output {
  const own = (entries ?? []).filter((entry) => entry.unique_identifier !== ORACLE);
  return Object.assign({}, ...own.map((entry) => entry.json_data));
}
