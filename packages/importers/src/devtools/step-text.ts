import { asList, asPlain, asText, member } from '../draft/json.ts';

/** Returns the tab that a step acts in. */
export const targetOf = (step: unknown): string => asText(member(step, 'target')) ?? 'main';

/** Describes a step, without the value that it types. */
export function targetText(step: unknown): string {
  const selectors = member(step, 'selectors');
  const [first] = typeof selectors === 'string' ? [selectors] : asList(selectors);
  const selector = typeof first === 'string' ? first : asList(first).map(asPlain).join(' >> ');
  const words = [
    selector,
    asText(member(step, 'url')),
    asText(member(step, 'key')),
    asText(member(step, 'name')),
    asText(member(step, 'expression')),
  ];
  const found = words.find((word) => word !== undefined && word !== '');
  return found === undefined ? '' : ` ${found}`;
}
