import {
  bindPlaceholder,
  type Bindings,
  createBindings,
  createTextBudget,
  parseTemplate,
  type Placeholder,
  type Scope,
  tryBindText,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import type { RunSecrets } from './run-secrets.ts';
import { SecretUnavailableError } from './secret-errors.ts';

/** Text that contains secrets or one-time codes, revealed only where it is typed. */
export interface SecretText {
  /** Returns the whole text for a document of this origin. Throws SecretUnavailableError. */
  readonly revealFor: (origin: string) => Promise<string>;
}

/** What a step types into a page. */
export type TypedText = string | SecretText;

interface Values {
  readonly scope: Scope;
  readonly bindings: Bindings;
  readonly secrets: RunSecrets;
}

/**
 * Fills in the placeholders of a template once; secrets stay unresolved. Returns undefined when the
 * text is one placeholder that refers to an empty list. Throws `UnresolvedPlaceholderError`,
 * `TextTooLongError`, SecretUnavailableError.
 */
export function bindTypedText(source: string, values: Values): TypedText | undefined {
  const bindings = withPositions(values);
  if (isFromEmptyList(source, bindings)) return undefined;
  const spend = createTextBudget(source);
  const parts = parseTemplate(source).segments.map((segment) => {
    if (segment.kind === 'text') return spend(segment.text);
    const { placeholder } = segment;
    const secret = findSecret(placeholder, values, bindings);
    if (secret) return secret;
    const text = bindPlaceholder(placeholder, values.bindings);
    return text === undefined ? undefined : spend(text);
  });
  if (parts.every((part) => typeof part === 'string')) return typedText(parts.join(''), values);
  const missing = parseTemplate(source).segments.find((_segment, at) => parts[at] === undefined);
  if (missing?.kind === 'placeholder') {
    throw new UnresolvedPlaceholderError([missing.placeholder], source);
  }
  return {
    async revealFor(origin) {
      const texts: string[] = [];
      // Sequential, to avoid flooding the vault and to resolve a trailing one-time code as late as
      // possible.
      for (const part of parts) {
        if (typeof part === 'string') texts.push(part);
        else if (part) texts.push(await values.secrets.reveal({ ...part, origin }));
      }
      return texts.join('');
    },
  };
}

/**
 * Text that is already redacted, such as a one-time code from a message, must not be visible in
 * screenshots of its field either.
 */
function typedText(text: string, { secrets }: Values): TypedText {
  return secrets.redact(text) === text ? text : { revealFor: () => Promise.resolve(text) };
}

interface SecretPart {
  readonly name: string;
  readonly index: number;
}

function findSecret(
  placeholder: Placeholder,
  { secrets, scope }: Values,
  bindings: Bindings,
): SecretPart | undefined {
  if (placeholder.kind !== 'variable') return undefined;
  const { name } = placeholder;
  const isSecret =
    Object.hasOwn(secrets.counts, name) && !Object.hasOwn(scope.generatedVariables, name);
  if (!isSecret) return undefined;
  const index = bindings.resolve(placeholder);
  if (typeof index === 'number') return { name, index };
  const count = secrets.counts[name] ?? 0;
  throw new SecretUnavailableError(
    `The task has no secret ${placeholder.source}: ${name} has ${count} value${count === 1 ? '' : 's'}, counted from 0.`,
  );
}

/**
 * Binds every secret to its position, so that loop indices and indices from the end find it too.
 */
function withPositions({ scope, secrets }: Values): Bindings {
  const positions = Object.entries(secrets.counts).map(
    ([name, count]) => [name, Array.from({ length: count }, (_, index) => index)] as const,
  );
  return createBindings({ ...scope, secureParameters: Object.fromEntries(positions) });
}

/** Whether the text is one placeholder that has no value because the list it refers to is empty. */
function isFromEmptyList(source: string, bindings: Bindings): boolean {
  const bound = tryBindText(parseTemplate(source.trim()), bindings);
  if (bound.kind === 'bound' || !bound.isWholeText) return false;
  const [placeholder] = bound.placeholders;
  if (placeholder.kind !== 'variable') return false;
  return placeholder.path.some((_step, index) => {
    const list = bindings.resolve({ ...placeholder, path: placeholder.path.slice(0, index) });
    return Array.isArray(list) && list.length === 0;
  });
}
