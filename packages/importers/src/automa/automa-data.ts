import { asList, asNumber, asPlain, asText, member, parseJson } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { extract, setVariable } from '../draft/nodes.ts';
import { bindReferences, dataText, pathOf } from './automa-references.ts';
import type { AutomaState } from './automa-state.ts';

const SECRETS = 'Values that are secrets are left out: each task supplies them.';

/** Declares a variable that a block writes. */
function written(name: string, state: AutomaState): string {
  if (state.secretVariables.has(name)) {
    state.notes.add('Later blocks use the secret that each task supplies instead of this value.');
  }
  state.written.add(name);
  state.responses.delete(name);
  state.lists.delete(name);
  const start = state.given.parameters.get(name);
  return state.draft.names.variable(name, start === undefined ? [] : [start]);
}

/** Reads the text of an element into a variable, or into a variable for a column of the table. */
export function saveText(command: string, data: unknown, state: AutomaState): Mapping {
  const { names } = state.draft;
  const variable =
    member(data, 'assignVariable') === true ? (asText(member(data, 'variableName')) ?? '') : '';
  const isSaved = member(data, 'saveData') !== false;
  const column = isSaved ? (asText(member(data, 'dataColumn')) ?? '') : '';
  const columnName = (): string =>
    column === '' ? names.fresh('text') : names.variable(column, [], `column ${column}`);
  const name = variable === '' ? columnName() : written(variable, state);
  const node = extract(command, name, asText(member(data, 'attributeName')));
  const shapes = ['regex', 'prefixText', 'suffixText'].filter((one) => asText(member(data, one)));
  const whys = [
    ...(shapes.length === 0 ? [] : [`The text is kept unchanged, without ${shapes.join(', ')}.`]),
    ...(member(data, 'addExtraRow') === true
      ? ['It adds no extra row to the table (addExtraRow).']
      : []),
    ...(variable !== '' && column !== '' ? ['It is not also written into a column.'] : []),
  ];
  return whys.length === 0 ? mapped(node) : approximated(whys.join(' '), node);
}

export function insertData(data: unknown, state: AutomaState): Mapping {
  const whys = new Set<string>();
  const nodes = asList(member(data, 'dataList')).flatMap((one): NodeDocument[] => {
    const name = asText(member(one, 'name')) ?? '';
    if (state.secretVariables.has(name)) {
      whys.add(SECRETS);
    } else if (member(one, 'type') !== 'variable' || name === '') {
      whys.add('What it writes into a table of the extension is left out.');
    } else if (member(one, 'isFile') === true) {
      whys.add('What it reads from a file is left out.');
    } else return [insertValue(name, asPlain(member(one, 'value')), { state, whys })];
    return [];
  });
  const why = [...whys].join(' ');
  if (nodes.length === 0 && !whys.has(SECRETS)) return skipped(why || 'It sets nothing.');
  return why === '' ? mapped(...nodes) : approximated(why, ...nodes);
}

interface Inserting {
  readonly state: AutomaState;
  readonly whys: Set<string>;
}

/** Automa reads a value as JSON if it is. */
function insertValue(name: string, text: string, { state, whys }: Inserting): NodeDocument {
  const value = bindReferences(text, state);
  const parsed = parseJson(value);
  const variable = written(name, state);
  if (typeof parsed !== 'object' || parsed === null) {
    const plain = parsed === null || parsed === undefined ? value : asPlain(parsed);
    return setVariable({ name: variable, value: plain });
  }
  if (value !== text) whys.add('Values inside the list or object may not contain quotes.');
  const node = setVariable({ name: variable, expression: JSON.stringify(parsed) });
  if (state.draft.accepts(node)) {
    state.lists.add(name);
    return node;
  }
  whys.add('A list or an object is set as text.');
  return setVariable({ name: variable, value });
}

export function increase(data: unknown, state: AutomaState): Mapping {
  const label = asText(member(data, 'variableName')) ?? '';
  if (label === '') return skipped('It names no variable.');
  const given = member(data, 'increaseBy') ?? 1;
  const text = asText(given)?.trim() ?? '';
  const step = asNumber(given) ?? (text === '' ? Number.NaN : Number(text));
  if (!Number.isFinite(step)) return skipped('What it adds is not a number.');
  const name = written(label, state);
  const read = Number.isInteger(step) ? 'int' : 'float';
  return mapped(setVariable({ name, expression: `${read}(${name}[0]) + ${step}` }));
}

export function callWeb(data: unknown, state: AutomaState): Mapping {
  const url = dataText(data, 'url', state);
  const method = asText(member(data, 'method')) ?? 'POST';
  const headers = asList(member(data, 'headers')).flatMap((one): [string, string][] => {
    const key = asText(member(one, 'name')) ?? '';
    return key === '' ? [] : [[key, bindReferences(asText(member(one, 'value')) ?? '', state)]];
  });
  const body = dataText(data, 'body', state);
  const call = {
    url,
    method,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body !== '' && method !== 'GET' && { body }),
    ...keepResponse(data, state),
  };
  return approximated('Errand calls it outside the browser, without its cookies.', {
    type: 'action_node',
    extraction_action: { api_call: call },
  });
}

/** An `api_call` stores the whole response in its variable; a path selects the part Automa keeps. */
function keepResponse(data: unknown, state: AutomaState): object {
  const name = asText(member(data, 'variableName')) ?? '';
  if (name === '') return {};
  const type = asText(member(data, 'responseType')) ?? 'json';
  const given = type === 'json' ? (asText(member(data, 'dataPath'))?.trim() ?? '') : '';
  const path = pathOf(given === '' ? '' : `.${given}`, state);
  const variable = written(name, state);
  if (type === 'base64') state.notes.add('Its variable is not encoded as base64.');
  if (path === undefined) state.notes.add('Its variable is the whole response.');
  state.responses.set(name, `${variable}.body${path ?? ''}`);
  state.lists.add(name);
  return { output_variable_names: [variable] };
}
