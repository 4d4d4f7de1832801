import { withoutSecrets } from './addresses.ts';
import { approximated, mapped, type Mapping } from './mapping.ts';
import { interact } from './nodes.ts';
import type { RecordingDraft } from './recording-draft.ts';

/** Opens an address without its secrets, as the start page if nothing comes before it. */
export function openAddress(
  address: string,
  { names, start }: RecordingDraft,
  more: object = {},
): Mapping {
  const { url, why } = withoutSecrets(address, (name) =>
    names.input(name, '', `parameter ${name}`),
  );
  const nodes = start(url) ? [] : [interact('go_to_url', { url, ...more })];
  return why === undefined ? mapped(...nodes) : approximated(why, ...nodes);
}
