import { isObject, type Json } from './paths.ts';

/** The first of these that a node has says what the node acts on. */
const TELLING = [
  'command',
  'locator',
  'xpath',
  'url',
  'condition',
  'variable_name',
  'expression',
  'sleep_time',
  'keyword',
  'handler',
  'goal',
  'task',
  'prompt',
  'name',
] as const;

/** What the node of a finished step acts on: its locator, URL or condition; empty if it has none. */
export function describeStep(kind: string, node: Json): string {
  const group = Object.keys(node).find((key) => key.endsWith('_action') && isObject(node[key]));
  if (group === undefined) return describeFields(node);
  const fields = node[group];
  if (!isObject(fields)) return '';
  return describeFields(isObject(fields[kind]) ? fields[kind] : fields);
}

/** The same for the fields of an action, or of a node without one. */
export function describeFields(own: Json | undefined): string {
  const telling = TELLING.map((name) => own?.[name]).find(
    (value) => value !== undefined && value !== null && value !== '',
  );
  if (telling === undefined) return '';
  return typeof telling === 'string' ? telling : JSON.stringify(telling);
}
