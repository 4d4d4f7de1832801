import type { TestPage } from '@errand/test-kit';

type Page = TestPage['page'];
type Snapshot = NonNullable<Awaited<ReturnType<Page['accessibility']['snapshot']>>>;

/** What a person who cannot see it would not know what to do with. */
const NAMED: ReadonlySet<string> = new Set(
  'button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab tabpanel menuitem option dialog alertdialog region navigation table grid treegrid tree treeitem image img figure Date DateTime InputTime ColorWell DisclosureTriangle'.split(
    ' ',
  ),
);

/** The browser names the parts of these fields, the same for each. */
const WITH_PARTS: ReadonlySet<string> = new Set(['Date', 'DateTime', 'InputTime']);

/** Walks the accessibility tree: elements without names, several of one name, headings out of order. */
export async function findSpokenFaults(page: Page): Promise<string[]> {
  const root = await page.accessibility.snapshot({ interestingOnly: false });
  if (!root) return ['The page has no accessibility tree.'];
  const nodes = [...walk(root)];
  // The page behind a dialog is not in the tree.
  const isDialog = nodes.some(({ role }) => role === 'dialog');
  return [
    ...findUnnamed(nodes),
    ...(isDialog ? [] : findHeadingFaults(nodes)),
    ...findTwins(nodes),
  ];
}

function* walk(node: Snapshot, around = ''): Generator<Snapshot & { readonly around: string }> {
  yield { ...node, around };
  if (WITH_PARTS.has(node.role)) return;
  const place = node.name === undefined || node.name === '' ? around : node.name;
  for (const child of node.children ?? []) yield* walk(child, place);
}

type Nodes = readonly (Snapshot & { readonly around: string })[];

function findUnnamed(nodes: Nodes): string[] {
  return nodes
    .filter(({ role, name }) => NAMED.has(role) && (name ?? '').trim() === '')
    .map(({ role, around }) => `no name: ${role} in "${around.slice(0, 60)}"`);
}

function findHeadingFaults(nodes: Nodes): string[] {
  const main = nodes.findIndex(({ role }) => role === 'main');
  const headings = nodes.slice(main).filter(({ role }) => role === 'heading');
  const faults = headings.flatMap(({ level = 0, name }, index) => {
    const before = headings[index - 1]?.level ?? 0;
    return level > before + 1 ? [`heading: "${name}" of level ${level} follows ${before}`] : [];
  });
  const first = headings.filter(({ level }) => level === 1).length;
  return first === 1 ? faults : [...faults, `heading: ${first} of level 1`];
}

/** Buttons of one name in one place do different things. */
function findTwins(nodes: Nodes): string[] {
  const names = nodes
    .filter(({ role }) => role === 'button')
    .map(({ name, around }) => `${name}`.trim() || around);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((name) => `twins: several buttons "${name.slice(0, 60)}"`);
}
