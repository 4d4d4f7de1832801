import type { Floors, Import, ImportTable } from './floors.ts';

const TABLE = 'scripts/imports/import-table.ts';

/** Returns a sentence for each import that the table does not allow and each unused entry. */
export function findWrongImports(imports: readonly Import[], table: ImportTable): string[] {
  return Object.entries(table).flatMap(([root, floors]) => {
    const own = imports.filter(({ from, to }) => isInside(root, from) && isInside(root, to));
    const used = new Set(own.flatMap((each) => nameArrow(each, root)));
    return [
      ...findCircles(root, floors),
      ...own.flatMap((each) => judgeImport(each, root, floors)),
      ...findUnused(root, floors, used),
    ];
  });
}

function findCircles(root: string, { rows }: Floors): string[] {
  const names = Object.keys(rows);
  return Object.entries(rows).flatMap(([name, allowed], index) =>
    allowed
      .filter((other) => !names.slice(0, index).includes(other))
      .map(
        (other) => `${TABLE}: in "${root}" the row "${name}" names "${other}", not a row above it.`,
      ),
  );
}

function judgeImport({ from, to }: Import, root: string, { ground = [], rows }: Floors): string[] {
  const [place, other] = [placeOf(from, root), placeOf(to, root)];
  const isGround = ground.includes(place);
  const isTop = !isGround && rows[place] === undefined && place.includes('.');
  const allowed = isGround ? [] : (rows[place] ?? []);
  if (isTop || place === other || ground.includes(other) || allowed.includes(other)) return [];
  const may = [...allowed, ...ground].toSorted();
  return [
    `${from} imports ${to}, but "${place}" may import ${may.length > 0 ? may.join(', ') : 'nothing'} of ${root} ` +
      `(${TABLE}): move what it needs down, pass it in, or change the table.`,
  ];
}

function findUnused(root: string, { rows }: Floors, used: ReadonlySet<string>): string[] {
  return Object.entries(rows).flatMap(([name, allowed]) =>
    allowed
      .filter((other) => !used.has(`${name} ${other}`))
      .map((other) => `${TABLE}: in "${root}" nothing in "${name}" imports "${other}": remove it.`),
  );
}

function nameArrow({ from, to }: Import, root: string): string {
  return `${placeOf(from, root)} ${placeOf(to, root)}`;
}

/** The folder directly in the root, or the file. */
function placeOf(path: string, root: string): string {
  return path.slice(root.length + 1).replace(/\/.*/, '');
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(`${root}/`);
}
