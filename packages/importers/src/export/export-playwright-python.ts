import { parseAutomation } from '@errand/automation-engine/automation';
import { asNumber, asObject, asText, member } from '../draft/json.ts';
import type { Exported, ExportLine } from '../exported.ts';
import { readNodes, type ReadNode } from './node-reader.ts';
import { scriptAround, toPython } from './python-script.ts';
import { stepLines } from './python-steps.ts';
import { pythonExpression, pythonLocator, pythonText } from './python-text.ts';
import { expectationLine } from './python-expectations.ts';

const DEEPEST = 90;

/**
 * Writes an automation as a Python script of Playwright. What a script cannot do becomes a comment
 * in it and a line of the report. Throws InvalidAutomationError.
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
    ...(dialog ? [`page.on("dialog", ${dialogAnswer(dialog)})`] : []),
    ...(parsed.url.trim() === '' ? [] : [`page.goto(${pythonText(parsed.url)})`]),
    ...writeList(readNodes(parsed.nodes, 'nodes'), report, 0),
    ...writeList(readNodes(parsed.post_processing_nodes, 'post_processing_nodes'), report, 0),
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

function writeList(nodes: readonly ReadNode[], report: ExportLine[], depth: number): string[] {
  const lines = nodes.flatMap((node) => writeNode(node, report, depth));
  const isEmpty = lines.every((line) => line.trimStart().startsWith('#'));
  return isEmpty && lines.length > 0 ? [...lines, 'pass'] : lines;
}

function writeNode(node: ReadNode, report: ExportLine[], depth: number): string[] {
  const add = (outcome: ExportLine['outcome'], why?: string): void => {
    report.push({ path: node.path, step: node.kind, outcome, ...(why !== undefined && { why }) });
  };
  if (depth > DEEPEST) {
    add('skipped', 'Python allows no deeper nesting.');
    return ['pass'];
  }
  const { kind } = node;
  if (kind === 'if_else_node' || kind === 'for_loop_node' || kind === 'while_loop_node') {
    const why =
      kind === 'if_else_node' ? 'Strings and numbers are compared as Python does.' : loopWhy(node);
    add(why === undefined ? 'mapped' : 'approximated', why);
    return writeBlock(node, report, depth + 1);
  }
  const written = stepLines(node);
  if (!written) {
    const why = `Playwright has no step for ${kind}, or for the way it finds its element.`;
    add('skipped', why);
    return [`# Not exported: ${node.path} (${kind}).`];
  }
  const isOptional = node.fields['skip_prompt'] === true;
  const why = [written.why, ...(isOptional ? ['An optional step looks once for its element.'] : [])]
    .filter((one) => one !== undefined)
    .join(' ');
  add(why === '' ? 'mapped' : 'approximated', why === '' ? undefined : why);
  return around(node, written.lines);
}

function loopWhy({ fields }: ReadNode): string | undefined {
  return fields['on_error_in_loop'] === 'raise' ? undefined : 'An error ends the script.';
}

/** What a step announces: a dialog, a tab, a download; and whether its element is there. */
function around(node: ReadNode, lines: readonly string[]): string[] {
  const { fields } = node;
  const dialog = asObject(node.node['dialog']);
  const before = dialog ? [`page.once("dialog", ${dialogAnswer(dialog)})`] : [];
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
  return [...before, ...inner];
}

function dialogAnswer(dialog: object): string {
  if (member(dialog, 'accept') !== true) return 'lambda dialog: dialog.dismiss()';
  const text = asText(member(dialog, 'text'));
  return `lambda dialog: dialog.accept(${text === undefined ? '' : pythonText(text)})`;
}

function writeBlock(
  { kind, fields, path }: ReadNode,
  report: ExportLine[],
  depth: number,
): string[] {
  const listOf = (name: string): string[] =>
    writeList(readNodes(fields[name], `${path}.${name}`), report, depth);
  if (kind === 'if_else_node') {
    const inside = block(listOf('if_nodes'));
    const others = listOf('else_nodes');
    const otherwise = others.length === 0 ? [] : ['else:', ...block(others)];
    return [`if ${pythonExpression(asText(fields['condition']) ?? '')}:`, ...inside, ...otherwise];
  }
  const index = `loops[${JSON.stringify(asText(fields['index_variable_name']) ?? 'index')}]`;
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
  const locator = asText(fields['locator']);
  const inside = [...listOf('nodes'), ...listOf('reset_nodes')];
  if (locator === undefined) {
    const [first = ''] = (asText(fields['variable_name']) ?? '').split(',');
    const count = `len(${pythonExpression(first.trim())})`;
    return [`for ${index} in range(${limit(count)}):`, ...block(inside)];
  }
  const matches = pythonLocator(locator);
  const current = index.replace('loops[', 'current[');
  return [
    `for ${index} in range(${limit(`${matches}.count()`)}):`,
    ...indent([`${current} = ${matches}.nth(${index})`]),
    ...indent(inside),
  ];
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
