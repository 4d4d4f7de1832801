import { parseAutomation } from '@errand/automation-engine/automation';
import { asNumber, asObject, asText, member } from '../draft/json.ts';
import type { Exported, ExportLine } from '../exported.ts';
import { lostWaits, readNodes, type ReadNode } from './node-reader.ts';
import { scriptAround, toPython } from './python-script.ts';
import { countOf, stepLines } from './python-steps.ts';
import { pythonExpression, pythonLocator, pythonText } from './python-text.ts';
import { expectationLine } from './python-expectations.ts';

const DEEPEST = 90;

/**
 * Writes an automation as a Playwright script in Python. What a script cannot do becomes a comment
 * in it and a line in the report. Throws InvalidAutomationError.
 */
export function exportPlaywrightPython(automation: unknown): Exported {
  const parsed = parseAutomation(automation);
  const report: ExportLine[] = [];
  const { parameters, browser_settings: browser, dialog } = parsed;
  const options = [
    ...(browser?.viewport ? [`viewport=${toPython(browser.viewport)}`] : []),
    ...(browser?.locale === undefined ? [] : [`locale=${toPython(browser.locale)}`]),
    ...(browser?.timezone === undefined ? [] : [`timezone_id=${toPython(browser.timezone)}`]),
  ];
  const lines = [
    ...(dialog ? [`answers.append(${dialogAnswer(dialog)})`] : []),
    ...(parsed.url.trim() === '' ? [] : [`page.goto(${pythonText(parsed.url)})`]),
    ...writeList(readNodes(parsed.nodes, 'nodes'), { report, indexes: [] }),
    ...writeList(readNodes(parsed.post_processing_nodes, 'post_processing_nodes'), {
      report,
      indexes: [],
    }),
  ];
  const text = scriptAround({
    inputs: parameters.input_parameters,
    variables: parameters.generated_parameters,
    secrets: Object.keys(parameters.secure_parameters),
    contextOptions: options.join(', '),
    lines,
  });
  return { text, report };
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** A block of Python needs a statement. */
const block = (lines: readonly string[]): string[] => indent(lines.length === 0 ? ['pass'] : lines);

interface Writer {
  readonly report: ExportLine[];
  /** Index variable of each loop around a node; an empty string for each branch. */
  readonly indexes: readonly string[];
}

function writeList(nodes: readonly ReadNode[], writer: Writer): string[] {
  const lines = nodes.flatMap((node) => writeNode(node, writer));
  const isEmpty = lines.every((line) => line.trimStart().startsWith('#'));
  return isEmpty && lines.length > 0 ? [...lines, 'pass'] : lines;
}

function writeNode(node: ReadNode, writer: Writer): string[] {
  const { report, indexes } = writer;
  const add = (outcome: ExportLine['outcome'], why?: string): void => {
    report.push({ path: node.path, step: node.kind, outcome, ...(why !== undefined && { why }) });
  };
  if (indexes.length > DEEPEST) {
    add('skipped', 'Python allows no deeper nesting.');
    return ['pass'];
  }
  const { kind } = node;
  if (kind === 'if_else_node' || kind === 'for_loop_node' || kind === 'while_loop_node') {
    const why =
      kind === 'if_else_node'
        ? 'Strings and numbers are compared as Python does.'
        : loopWhy(node, indexes);
    add(why === undefined ? 'mapped' : 'approximated', why);
    return writeBlock(node, writer);
  }
  const written = stepLines(node);
  if (!written || written.skipped !== undefined) {
    const why = `Playwright has no step for ${kind}, or for the way it finds its element.`;
    add('skipped', written?.skipped ?? why);
    return [`# Not exported: ${node.path} (${kind}).`];
  }
  const isOptional = node.fields['skip_prompt'] === true;
  const hasDialog = asObject(node.node['dialog']) !== undefined;
  const why = [
    written.why,
    ...(isOptional ? ['An optional step looks once for its element.'] : []),
    ...(hasDialog ? ['Only dialogs that open before the step ends get its answer.'] : []),
    ...lostWaits(node),
  ]
    .filter((one) => one !== undefined)
    .join(' ');
  add(why === '' ? 'mapped' : 'approximated', why === '' ? undefined : why);
  return around(node, written.lines);
}

function loopWhy({ fields }: ReadNode, indexes: readonly string[]): string | undefined {
  const whys = [
    ...(fields['on_error_in_loop'] === 'raise' ? [] : ['An error ends the script.']),
    ...(indexes.includes(indexOf(fields))
      ? ['A loop around it has the same index name: rename one of them.']
      : []),
  ];
  return whys.length === 0 ? undefined : whys.join(' ');
}

const indexOf = (fields: ReadNode['fields']): string =>
  asText(fields['index_variable_name']) ?? 'index';

/** What a step announces: a dialog, a tab, a download; and whether its element is present. */
function around(node: ReadNode, lines: readonly string[]): string[] {
  const { fields } = node;
  const dialog = asObject(node.node['dialog']);
  let inner = [...lines];
  if (fields['expect_download'] === true) {
    const name = asText(fields['download_filename']);
    const path = name === undefined ? 'download_info.value.suggested_filename' : pythonText(name);
    inner = [
      'with page.expect_download() as download_info:',
      ...block(inner),
      `download_info.value.save_as(${path})`,
    ];
  }
  if (node.node['expect_new_tab'] === true && node.kind !== 'go_to_url') {
    inner = ['with page.expect_popup() as popup_info:', ...block(inner), 'page = popup_info.value'];
  }
  const command = asText(fields['command']);
  if (fields['skip_prompt'] === true && command !== undefined) {
    inner = [`if ${pythonLocator(command)}.count() > 0:`, ...block(inner)];
  }
  return dialog ? [`with answering(${dialogAnswer(dialog)}):`, ...block(inner)] : inner;
}

function dialogAnswer(dialog: object): string {
  if (member(dialog, 'accept') !== true) return 'lambda dialog: dialog.dismiss()';
  const text = asText(member(dialog, 'text'));
  return `lambda dialog: accept(dialog${text === undefined ? '' : `, ${pythonText(text)}`})`;
}

function writeBlock({ kind, fields, path }: ReadNode, writer: Writer): string[] {
  const own = kind === 'if_else_node' ? '' : indexOf(fields);
  const inside = { ...writer, indexes: [...writer.indexes, own] };
  const listOf = (name: string): string[] =>
    writeList(readNodes(fields[name], `${path}.${name}`), inside);
  if (kind === 'if_else_node') {
    const lines = block(listOf('if_nodes'));
    const others = listOf('else_nodes');
    const otherwise = others.length === 0 ? [] : ['else:', ...block(others)];
    return [`if ${pythonExpression(asText(fields['condition']) ?? '')}:`, ...lines, ...otherwise];
  }
  const index = `loops[${JSON.stringify(own)}]`;
  return kind === 'for_loop_node'
    ? writeForLoop(fields, index, listOf)
    : writeWhileLoop(fields, index, listOf);
}

function writeForLoop(
  fields: ReadNode['fields'],
  index: string,
  listOf: (name: string) => string[],
): string[] {
  const most = asNumber(fields['max_iterations']);
  const limit = (count: string): string => (most === undefined ? count : `min(${most}, ${count})`);
  const { count, start } = iterations(fields, index);
  const inside = [...start, ...listOf('nodes')];
  const between = listOf('reset_nodes');
  if (between.length === 0) {
    return [`for ${index} in range(${limit(count)}):`, ...block(inside)];
  }
  const total = index.replace('loops[', 'totals[');
  return [
    `${total} = ${limit(count)}`,
    `for ${index} in range(${total}):`,
    ...block([...inside, `if ${index} < ${total} - 1:`, ...block(between)]),
  ];
}

/** Returns the number of iterations, and what each one begins with. */
function iterations(fields: ReadNode['fields'], index: string): { count: string; start: string[] } {
  const locator = asText(fields['locator']);
  if (locator === undefined) {
    const [first = ''] = (asText(fields['variable_name']) ?? '').split(',');
    const name = first.trim();
    const position = /^\w+$/.test(name) ? [`positions[${JSON.stringify(name)}] = ${index}`] : [];
    return { count: `len(${pythonExpression(name)})`, start: position };
  }
  const matches = pythonLocator(locator);
  const current = index.replace('loops[', 'current[');
  return {
    count: countOf(matches, fields['locator_timeout']),
    start: [`${current} = ${matches}.nth(${index})`],
  };
}

function writeWhileLoop(
  fields: ReadNode['fields'],
  index: string,
  listOf: (name: string) => string[],
): string[] {
  const condition = asText(fields['condition']);
  const [check = 'False'] = expectationLine(asObject(fields['expectation']) ?? {}).lines;
  const goesOn = condition === undefined ? `is_met(lambda: ${check})` : pythonExpression(condition);
  const end = [`if not (${goesOn}):`, ...indent(['break'])];
  const inside = listOf('nodes');
  const isAfter = fields['is_checked_after'] === true;
  return [
    `for ${index} in range(${asNumber(fields['max_iterations']) ?? 1000}):`,
    ...indent(isAfter ? [...inside, ...end] : [...end, ...inside]),
  ];
}
