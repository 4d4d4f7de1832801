/** Markup that is safe to send. Only the html tag creates it, so plain text is always escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Fragment = Html | string | number | undefined | readonly Fragment[];

/** Builds markup; every interpolated text is escaped, lists are joined, undefined shows nothing. */
export function html(strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Html {
  const parts = strings.map((part, index) => part + render(fragments[index]));
  return new Html(parts.join(''));
}

function render(fragment: Fragment): string {
  if (fragment === undefined) return '';
  if (fragment instanceof Html) return fragment.markup;
  if (typeof fragment === 'string' || typeof fragment === 'number') return escape(String(fragment));
  return fragment.map(render).join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
}
