import type { Part } from '@errand/language-models';
import { fetchExampleImage } from '../../outside/fetch-example-image.ts';

/** The `recording_screenshot` of a step as parts of a question; nothing for a step without one. */
export async function showRecording(
  run: Parameters<typeof fetchExampleImage>[0],
  { recording_screenshot: url }: { readonly recording_screenshot?: string | null | undefined },
): Promise<Part[]> {
  if (!url) return [];
  return [
    { type: 'text', text: 'It looked like this when the step was recorded:' },
    { type: 'image', ...(await fetchExampleImage(run, url)) },
  ];
}
