import { asList, asText, member } from '../draft/json.ts';
import { css, isLocator, xpath } from '../draft/locators.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';

export interface AutomaState {
  readonly draft: RecordingDraft;
  /** Placeholders of the current elements of loops, by the ids of the loops. */
  readonly loops: Map<string, string>;
  /** Names of variables with values that must not be kept. */
  readonly secretVariables: ReadonlySet<string>;
  /** The frame in which blocks act. */
  frame: string;
  /** Locator of the last element that a block acted on, which has the focus. */
  focused: string;
}

/** Replaces `{{variables@name}}`, `{{loopData@id}}` and `{{secrets@name}}` with placeholders. */
export function bindReferences(
  text: string,
  { draft, loops, secretVariables }: AutomaState,
): string {
  return text.replaceAll(
    /\{\{\s*(?<source>[\w$]+)[@.](?<name>[\w$-]+)(?<path>[^}]*)\}\}/g,
    (...match) => {
      const { source, name, path } = match.at(-1) as { source: string; name: string; path: string };
      const loop = source === 'loopData' ? loops.get(name) : undefined;
      if (loop !== undefined)
        return loop.replace(/\}$/, () => `${path.trim().replace(/^\.\$index$/, '')}}`);
      const isSecret = source === 'variables' && secretVariables.has(name);
      if (isSecret || source === 'secrets') return draft.names.secret(name, '');
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

/** Returns the locator of a block's element; undefined if it has no usable locator. */
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

const REFERENCE = /\{\{\s*variables[@.](?<name>[\w$-]+)[^}]*\}\}/g;

/** Returns the variables that are named like a secret, or typed into a field for a secret. */
export function findSecretVariables(blocks: readonly unknown[]): ReadonlySet<string> {
  const typed = blocks.flatMap((data) => {
    const isSecret = isSecretName(asText(member(data, 'selector')) ?? '');
    const texts = isSecret ? [member(data, 'value'), member(data, 'keysToPress')] : [];
    const references = texts.flatMap((text) => [...(asText(text) ?? '').matchAll(REFERENCE)]);
    return references.map(({ groups }) => groups?.['name'] ?? '');
  });
  const inserted = blocks.flatMap((data) => asList(member(data, 'dataList')));
  const named = inserted.map((one) => asText(member(one, 'name')) ?? '').filter(isSecretName);
  return new Set([...typed, ...named]);
}
