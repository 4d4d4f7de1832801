import { namesSecretInCode } from '@errand/automation-engine/secret-words';

const LONGEST_NAME = 40;
/** Names that have another meaning in runs, loops, expressions and scripts of the importers. */
const taken = new Set(
  'and axtree browser code_fn current_page_url current_time else false if in index index_of is locator none not null or page task_id true'.split(
    ' ',
  ),
);

/** Placeholders that password fields show. */
const MASKED_TEXT = /["'](?:[*•●]{3,})["']/;

/** Returns whether a field's name suggests a user name: the next field is for the password. */
export function isLoginName(text: string): boolean {
  return /user|login|mail|account/i.test(text);
}

/** Returns whether a label, an id or a locator belongs to a secret field. */
export function isSecretName(text: string): boolean {
  return (
    namesSecretInCode(text) || MASKED_TEXT.test(text) || /type\s*=\s*\\?["']?password/i.test(text)
  );
}

/** Returns a parameter name for a label or an id; undefined if it has no Latin letters. */
export function toParameterName(label: string): string | undefined {
  const plain = label
    .slice(0, 200)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, LONGEST_NAME)
    .replace(/_+$/, '');
  if (plain === '') return undefined;
  return taken.has(plain) ? `${plain}_value` : plain;
}

/** Returns the words by which a locator names its element, those of its last step first. */
export function hintsOf(locator: string): string[] {
  const strings = [
    ...locator.matchAll(/(?<call>\w+)=?\(?\s*"(?<text>(?:[^"\\]|\\.)*)"/g),
  ].toReversed();
  return strings.flatMap(({ groups }) => {
    const { call = '', text = '' } = groups ?? {};
    if (call === 'get_by_role' || call === 'frame_locator') return [];
    if (call !== 'locator') return [text];
    const attributes = [
      ...text.matchAll(
        /(?:aria-label|placeholder|name|data-test(?:id)?|id)\s*=\s*\\?["']?([\w .$:-]+)/gi,
      ),
    ];
    const ids = [...text.matchAll(/#((?:[\w-]|\\+[$:.])+)/g)];
    return [...attributes, ...ids].map(([, name = '']) => ownPart(name));
  });
}

/** Some frameworks put the names of all containers before that of a field: `ctl00$Main$txtFrom`. */
function ownPart(name: string): string {
  if (/\s/.test(name)) return name;
  const parts = name.replaceAll('\\', '').split(/[$:]/);
  return parts.findLast((part) => /[a-z]{2}/i.test(part)) ?? name;
}
