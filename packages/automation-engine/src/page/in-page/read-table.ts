import { describeElement } from './element-facts.ts';
import { foldSpace } from './expected-state.ts';

/** A table as it is displayed: one name per column, one text per cell. */
export interface ReadTable {
  readonly state: 'read';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that the table declares (aria-rowcount) but that are not in the document. */
  readonly missingRows: number;
}

export interface TableCell {
  readonly text: string;
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly isHeader: boolean;
  /** From 0; undefined if the page does not say. */
  readonly column: number | undefined;
}

export interface TableLine {
  readonly section: string;
  readonly cells: readonly TableCell[];
  /** From 1; undefined if the page does not say. */
  readonly position: number | undefined;
}

/** Reads the rows of a table or an ARIA grid that are in the document and displayed. */
export function readTable(
  element: Element,
): ReadTable | { readonly state: 'refused'; readonly problem: string } {
  const table = tableWithin(element);
  if (!table) {
    const problem = `is ${describeElement(element)}, which is not a table: point the locator at one <table>, or at one element with the role table, grid or treegrid`;
    return { state: 'refused', problem };
  }
  const lines = table instanceof HTMLTableElement ? linesOfTable(table) : linesOfGrid(table);
  const headCount = countHeadLines(lines);
  const grid = layOut(lines);
  if (!grid) return { state: 'refused', problem: 'is a table of more than 200000 cells' };
  const width = Math.max(0, ...grid.map((row) => row.length));
  const headers = nameColumns(grid.slice(0, headCount), width);
  const rows = grid
    .slice(headCount)
    .filter((_row, index) => isRecord(lines[headCount + index], width))
    .map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
    .filter((row) => row.some((text) => text !== ''));
  const total = Number(table.getAttribute('aria-rowcount') ?? '');
  return { state: 'read', headers, rows, missingRows: Math.max(0, total - lines.length) };
}

/** Returns the element itself, or the only table in it. */
function tableWithin(element: Element): Element | undefined {
  const selector = 'table, [role="table"], [role="grid"], [role="treegrid"]';
  if (element.matches(selector)) return element;
  const outermost = [...element.querySelectorAll(selector)].filter(
    (table) => !element.contains(table.parentElement?.closest(selector) ?? null),
  );
  return outermost.length === 1 ? outermost[0] : undefined;
}

function linesOfTable(table: HTMLTableElement): TableLine[] {
  return [...table.rows]
    .filter((row) => isDisplayed(row, table) && row.parentElement?.localName !== 'tfoot')
    .map((row) => ({
      section: sectionOf(row),
      position: undefined,
      cells: [...row.cells]
        .filter((cell) => isDisplayed(cell, table))
        .map((cell) => ({
          text: textOfCell(cell),
          colSpan: cell.colSpan,
          // A rowSpan of 0 means the rest of the section.
          rowSpan: cell.rowSpan === 0 ? 65_534 : cell.rowSpan,
          isHeader: cell.localName === 'th',
          column: undefined,
        })),
    }));
}

/**
 * Identifies the section of a row. A table may have several bodies, and no cell spans from one into
 * the next.
 */
function sectionOf(row: HTMLTableRowElement): string {
  const section = row.parentElement;
  const sections = [...(section?.parentElement?.children ?? [])];
  return section ? `${section.localName} ${sections.indexOf(section)}` : '';
}

function linesOfGrid(grid: Element): TableLine[] {
  const tables = 'table, [role="table"], [role="grid"], [role="treegrid"]';
  const rows = [...grid.querySelectorAll('[role="row"], tr')].filter(
    (row) => row.parentElement?.closest(tables) === grid && isDisplayed(row, grid),
  );
  const lines: TableLine[] = [];
  for (const row of rows) {
    const cells = cellsOfRow(row, grid);
    const position = numberOf(row, 'aria-rowindex');
    // Grids with fixed columns draw one row as several elements.
    const same = lines.findIndex((line) => position !== undefined && line.position === position);
    const known = lines[same];
    if (known) lines[same] = { ...known, cells: [...known.cells, ...cells] };
    else lines.push({ section: '', position, cells });
  }
  const isOrdered = lines.every(({ position }) => position !== undefined);
  // Some grids draw rows in the order in which they were scrolled into view.
  return isOrdered
    ? lines.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
    : lines;
}

function cellsOfRow(row: Element, grid: Element): TableCell[] {
  const roles = ['cell', 'gridcell', 'columnheader', 'rowheader'];
  const selector = [...roles.map((role) => `[role="${role}"]`), 'td', 'th'].join(', ');
  return [...row.querySelectorAll(selector)]
    .filter((cell) => cell.parentElement?.closest('[role="row"], tr') === row)
    .filter((cell) => isDisplayed(cell, grid))
    .map((cell) => {
      const position = numberOf(cell, 'aria-colindex');
      return {
        text: textOfCell(cell),
        colSpan: numberOf(cell, 'aria-colspan') ?? 1,
        rowSpan: numberOf(cell, 'aria-rowspan') ?? 1,
        isHeader: cell.getAttribute('role') === 'columnheader' || cell.localName === 'th',
        column: position === undefined ? undefined : position - 1,
      };
    });
}

function numberOf(element: Element, attribute: string): number | undefined {
  const number = Number(element.getAttribute(attribute) ?? '');
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** In a table that is not displayed at all, everything counts as displayed. */
function isDisplayed(element: Element, table: Element): boolean {
  if (!table.checkVisibility()) return true;
  return element.checkVisibility() && getComputedStyle(element).visibility !== 'collapse';
}

/** Returns the text of the cell; if it contains only a form control, the control's value. */
function textOfCell(cell: Element): string {
  const text = (cell instanceof HTMLElement ? cell.innerText : (cell.textContent ?? '')).trim();
  const controls = cell.querySelectorAll<HTMLElement>('input, select, textarea');
  const [control] = controls;
  if (!control || controls.length > 1) return text;
  // The text of a <select> is that of all its options.
  if (text !== '' && text !== control.innerText.trim()) return text;
  if (control instanceof HTMLInputElement) {
    if (['checkbox', 'radio'].includes(control.type)) return String(control.checked);
    return control.type === 'password' ? '' : control.value;
  }
  return control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement
    ? control.value
    : '';
}

/** Counts the lines of the head; without one, the leading lines that contain only header cells. */
function countHeadLines(lines: readonly TableLine[]): number {
  const heads = lines.findIndex(({ section }) => !section.startsWith('thead'));
  const inHead = heads === -1 ? lines.length : heads;
  if (lines.some(({ section }) => section.startsWith('thead'))) return inHead;
  const first = lines.findIndex(({ cells }) => cells.some(({ isHeader }) => !isHeader));
  return first === -1 ? lines.length : first;
}

/** Returns one text per grid position: a cell that spans several is repeated in each. */
function layOut(lines: readonly TableLine[]): string[][] | undefined {
  const grid: string[][] = lines.map(() => []);
  let left = 200_000;
  for (const [top, { cells, section }] of lines.entries()) {
    const next = lines.findIndex((line, index) => index > top && line.section !== section);
    const bodyEnd = next === -1 ? lines.length : next;
    let column = 0;
    for (const cell of cells) {
      column = cell.column ?? firstFree(grid[top] ?? [], column);
      const end = Math.min(bodyEnd, top + cell.rowSpan);
      left -= (end - top) * cell.colSpan;
      if (left < 0 || column > 10_000) return undefined;
      placeCell(grid.slice(top, end), column, cell);
      column += cell.colSpan;
    }
  }
  return grid;
}

function firstFree(row: readonly string[], from: number): number {
  let column = from;
  while (row[column] !== undefined) column += 1;
  return column;
}

function placeCell(rows: readonly string[][], column: number, cell: TableCell): void {
  for (const row of rows) {
    for (let at = column; at < column + cell.colSpan; at += 1) row[at] = cell.text;
  }
}

/**
 * Whether the line is a record. A single cell over the whole width is a heading or a message
 * between the rows, such as "No entries".
 */
function isRecord(line: TableLine | undefined, width: number): boolean {
  const [cell] = line?.cells ?? [];
  return !(line?.cells.length === 1 && width > 1 && cell && cell.colSpan >= width);
}

/**
 * Names each column by the lowest text above it; by all texts above it if that one is not unique;
 * by its number if there are none.
 */
function nameColumns(head: readonly (readonly string[])[], width: number): string[] {
  const stacks = Array.from({ length: width }, (_, column) =>
    head
      .map((line) => foldSpace(line[column] ?? ''))
      .filter((text, at, all) => text !== '' && text !== all[at - 1]),
  );
  const short = stacks.map((stack) => stack.at(-1) ?? '');
  const taken = new Map<string, number>();
  return stacks.map((stack, column) => {
    const last = short[column] ?? '';
    const isUnique = short.filter((name) => name === last).length === 1;
    const name = last === '' ? `column_${column + 1}` : isUnique ? last : stack.join(' / ');
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
