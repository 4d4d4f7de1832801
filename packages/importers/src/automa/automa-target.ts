import { asText, member } from '../draft/json.ts';
import { css, isLocator, xpath } from '../draft/locators.ts';
import { bindReferences } from './automa-references.ts';
import type { AutomaState } from './automa-state.ts';

/** Returns the locator of a block's element; undefined if it has no usable locator. */
export function readTarget(data: unknown, state: AutomaState): string | undefined {
  const given = asText(member(data, 'selector')) ?? '';
  const raw = bindReferences(given, state, { isSelector: true }).trim();
  if (raw === '') return undefined;
  const isMany = member(data, 'multiple') === true;
  if (raw.includes('{locator[')) return insideLoop(raw, isMany, state);
  const isXpath = member(data, 'findBy') === 'xpath' || /^\(*\/\//.test(raw);
  const [outer, inner] = raw.split('|>').map((part) => part.trim());
  const hasFrame = !isXpath && inner !== undefined && outer !== undefined && inner !== '';
  const own = hasFrame
    ? `frame_locator(${JSON.stringify(outer)}).${css(inner)}`
    : isXpath
      ? xpath(raw)
      : css(raw);
  const first = isMany ? own : `${own}.first`;
  const command = `${state.frame}${first}`;
  return isLocator(command) ? command : undefined;
}

/** `{{loopData@rows}} .name` is inside the current element, which is in the frame of its loop. */
function insideLoop(raw: string, isMany: boolean, state: AutomaState): string | undefined {
  const { item = '', rest = '' } =
    /^\{(?<item>locator\[\w+\])\}(?<rest>[^]*)$/.exec(raw)?.groups ?? {};
  const loop = [...state.loops.values()].find((one) => one.item === item);
  const isInside = rest === '' || /^\s+[^\s/|][^|]*$/.test(rest);
  if (loop?.frame !== state.frame || !isInside || rest.includes('{locator[')) return undefined;
  // In `{{loopData@rows}} a, b`, `b` may be anywhere on the page.
  if (rest.replaceAll(/"[^"]*"|'[^']*'|\([^()]*\)|\[[^\]]*\]/g, '').includes(',')) return undefined;
  const inner = rest === '' ? '' : `.${css(rest.trim())}${isMany ? '' : '.first'}`;
  const command = `{${item}}${inner}`;
  return isLocator(command) ? command : undefined;
}
