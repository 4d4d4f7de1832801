import { asText, member } from '../draft/json.ts';
import { css, isLocator, xpath } from '../draft/locators.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';

export interface AutomaState {
  readonly draft: RecordingDraft;
  /** Placeholders of the current elements of loops, by the ids of the loops. */
  readonly loops: Map<string, string>;
  /** The frame that blocks act in. */
  frame: string;
}

/** Replaces `{{variables@name}}`, `{{loopData@id}}` and `{{secrets@name}}` with placeholders. */
export function bindReferences(text: string, { draft, loops }: AutomaState): string {
  return text.replaceAll(
    /\{\{\s*(?<source>[\w$]+)[@.](?<name>[\w$-]+)(?<path>[^}]*)\}\}/g,
    (...match) => {
      const { source, name, path } = match.at(-1) as { source: string; name: string; path: string };
      const loop = source === 'loopData' ? loops.get(name) : undefined;
      if (loop !== undefined)
        return loop.replace(/\}$/, () => `${path.trim().replace(/^\.\$index$/, '')}}`);
      if (source === 'variables') {
        const variable = draft.names.variable(name.replaceAll('$', ''));
        return `{${variable}[0]${path.trim()}}`;
      }
      return draft.names.input(name, '');
    },
  );
}

export const dataText = (data: unknown, name: string, state: AutomaState): string =>
  bindReferences(asText(member(data, name)) ?? '', state);

/** The locator of a block's element; undefined if it has none that can be used. */
export function readTarget(data: unknown, state: AutomaState): string | undefined {
  const raw = dataText(data, 'selector', state).trim();
  if (raw === '') return undefined;
  const loop = /^\{locator\[\w+\]\}(?<rest>[^]*)$/.exec(raw)?.groups;
  if (loop) {
    const rest = loop['rest']?.trim() ?? '';
    const command = rest === '' ? raw : `{locator[index]}.${css(rest)}`;
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
