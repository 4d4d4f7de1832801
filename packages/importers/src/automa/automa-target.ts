import { member } from '../draft/json.ts';
import { css, isLocator, xpath } from '../draft/locators.ts';
import { dataText } from './automa-references.ts';
import type { AutomaState } from './automa-state.ts';

/** Returns the locator of a block's element; undefined if it has no usable locator. */
export function readTarget(data: unknown, state: AutomaState): string | undefined {
  const raw = dataText(data, 'selector', state).trim();
  if (raw === '') return undefined;
  const loop = /^(?<item>\{locator\[\w+\]\})(?<rest>[^]*)$/.exec(raw)?.groups;
  if (loop) {
    const rest = loop['rest']?.trim() ?? '';
    const command = rest === '' ? raw : `${loop['item']}.${css(rest)}`;
    return isLocator(command) ? command : undefined;
  }
  const isXpath = member(data, 'findBy') === 'xpath' || /^\(*\/\//.test(raw);
  const [outer, inner] = raw.split('|>').map((part) => part.trim());
  const hasFrame = !isXpath && inner !== undefined && outer !== undefined && inner !== '';
  const own = hasFrame
    ? `frame_locator(${JSON.stringify(outer)}).${css(inner)}`
    : isXpath
      ? xpath(raw)
      : css(raw);
  const first = member(data, 'multiple') === true ? own : `${own}.first`;
  const command = `${state.frame}${first}`;
  return isLocator(command) ? command : undefined;
}
