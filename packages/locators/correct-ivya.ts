import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const ariaRules = fileURLToPath(new URL('src/injected/aria-rules.ts', import.meta.url));

/**
 * A piece of ivya's source and its replacement, so that roles, names and states match Playwright's.
 * Each piece must occur exactly once.
 */
interface Correction {
  readonly reason: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Ivya 1.8.2 is a fork of an older Playwright; `pnpm differential` compares it with the current
 * one.
 */
const corrections: readonly Correction[] = [
  {
    reason: 'A th without a scope is a header, too.',
    find: 'TH: (e) => {',
    replace: 'TH: (e) => {\n\t\treturn headerCellRole(e);',
  },
  {
    reason: 'The element search has a role.',
    find: 'SECTION: (e) =>',
    replace: 'SEARCH: () => "search",\n\tSECTION: (e) =>',
  },
  {
    reason: 'A search field is a combobox only if its list exists.',
    find: 'if (type === "search") return e.hasAttribute("list") ? "combobox" : "searchbox";',
    replace:
      'if (type === "search") return getIdRefs(e, e.getAttribute("list")).some((list) => list.localName === "datalist") ? "combobox" : "searchbox";',
  },
  {
    reason: 'The role `mark` may be set explicitly.',
    find: '\t"main",\n\t"marquee",',
    replace: '\t"main",\n\t"mark",\n\t"marquee",',
  },
  {
    reason: 'Roles are read without regard to case.',
    find: '(element.getAttribute("role") || "").split(" ")',
    replace: '(element.getAttribute("role") || "").toLowerCase().split(" ")',
  },
  {
    reason: 'Ids are separated by any white space.',
    find: 'const ids = ref.split(" ")',
    replace: String.raw`const ids = ref.split(/[ \t\n\f\r]+/)`,
  },
  {
    reason: 'References that resolve to nothing are ignored, and scripts may set elements.',
    find: 'const ref = element.getAttribute("aria-labelledby");\n\tif (ref === null) return null;\n\treturn getIdRefs(element, ref);',
    replace: 'return labellingElements(element, (ids) => getIdRefs(element, ids));',
  },
  {
    reason: 'States are read without regard to case.',
    find: 'const checked = element.getAttribute("aria-checked");',
    replace: 'const checked = element.getAttribute("aria-checked")?.toLowerCase();',
  },
  {
    reason: 'States are read without regard to case.',
    find: 'const pressed = element.getAttribute("aria-pressed");',
    replace: 'const pressed = element.getAttribute("aria-pressed")?.toLowerCase();',
  },
  {
    reason: 'States are read without regard to case.',
    find: 'if (expanded === "true") return true;',
    replace: 'if (expanded.toLowerCase() === "true") return true;',
  },
  {
    reason: 'States are read without regard to case.',
    find: String.raw`"[aria-selected=\"true\"]"`,
    replace: String.raw`"[aria-selected=\"true\" i]"`,
  },
  {
    reason: 'The options of a disabled group are disabled.',
    find: '(element.hasAttribute("disabled") || belongsToDisabledFieldSet(element))',
    replace:
      '(element.hasAttribute("disabled") || !!element.closest("option")?.closest("optgroup[disabled]") || belongsToDisabledFieldSet(element))',
  },
  {
    reason: 'An ancestor of any role disables what is in it.',
    find: 'if (!element) return false;\n\tif (kAriaDisabledRoles.includes(getAriaRole(element) || "")) {',
    replace:
      'if (!element || !isAncestor && !kAriaDisabledRoles.includes(getAriaRole(element) || "")) return false;\n\t{',
  },
  {
    reason: 'As above.',
    find: 'function hasExplicitAriaDisabled(element) {',
    replace: 'function hasExplicitAriaDisabled(element, isAncestor = false) {',
  },
  {
    reason: 'As above.',
    find: 'return hasExplicitAriaDisabled(parentElementOrShadowHost(element));',
    replace: 'return hasExplicitAriaDisabled(parentElementOrShadowHost(element), true);',
  },
  {
    reason: 'A search field inside a name contributes its value.',
    find: 'if (role === "textbox") {',
    replace: 'if (role === "textbox" || role === "searchbox") {',
  },
  {
    reason: 'Names get into recordings and reports, where no secret may be.',
    find: 'if (tagName === "INPUT" || tagName === "TEXTAREA") return element.value;',
    replace: 'if (tagName === "INPUT" || tagName === "TEXTAREA") return shownValue(element);',
  },
  {
    reason: 'The name of a file field is the text that the browser draws in it.',
    find: 'if (tagName === "INPUT" && element.type === "image") {',
    replace: `if (tagName === "INPUT" && element.type === "file") {
			options.visitedElements.add(element);
			const labels = element.labels || [];
			if (labels.length && !options.embeddedInLabelledBy) return getAccessibleNameFromAssociatedLabels(labels, options);
			return "Choose File";
		}
		if (tagName === "INPUT" && element.type === "image") {`,
  },
  {
    reason: 'Meters and progress bars have labels.',
    find: 'tagName === "TEXTAREA" || tagName === "SELECT" || tagName === "INPUT")',
    replace: '["TEXTAREA", "SELECT", "INPUT", "METER", "PROGRESS"].includes(tagName))',
  },
  {
    reason: 'A number field has a placeholder.',
    find: '"text",\n\t\t\t\t"password",',
    replace: '"text",\n\t\t\t\t"number",\n\t\t\t\t"password",',
  },
  {
    reason: 'A frame of a frameset has a title.',
    find: '["presentation", "none"].includes(role) || tagName === "IFRAME"',
    replace:
      '["presentation", "none"].includes(role) || tagName === "IFRAME" || tagName === "FRAME"',
  },
  {
    reason: 'Text that is not rendered does not contribute to names.',
    find: 'else if (node.nodeType === 3) tokens.push(node.textContent || "");',
    replace:
      'else if (node.nodeType === 3 && countsAsText(node, options)) tokens.push(node.textContent || "");',
  },
  {
    reason: 'The content of pseudo-elements has attributes and alternatives.',
    find: 'const content = getPseudoContentImpl(getElementComputedStyle(element, pseudo));',
    replace:
      'const content = styledContent(element, getElementComputedStyle(element, pseudo), { isPseudo: true }) ?? "";',
  },
  {
    reason: 'A style sheet may replace what an element contains.',
    find: 'const assignedNodes = element.nodeName === "SLOT" ? element.assignedNodes() : [];\n\tif (assignedNodes.length)',
    replace:
      'const assignedNodes = element.nodeName === "SLOT" ? element.assignedNodes() : [];\n\tconst replacement = styledContent(element, getElementComputedStyle(element), { isPseudo: false });\n\tif (replacement !== undefined) tokens.push(replacement);\n\telse if (assignedNodes.length)',
  },
  {
    reason: 'Reset buttons show their value, too.',
    find: '(root.type === "submit" || root.type === "button")',
    replace: '["submit", "button", "reset"].includes(root.type)',
  },
  {
    reason: 'A comment does not split text.',
    find: 'value.full += child.nodeValue || "";\n\t\t\t\t\tcurrentImmediate += child.nodeValue || "";\n\t\t\t\t} else {',
    replace:
      'value.full += child.nodeValue || "";\n\t\t\t\t\tcurrentImmediate += child.nodeValue || "";\n\t\t\t\t} else if (child.nodeType !== Node.COMMENT_NODE) {',
  },
  {
    reason: 'The tags of most elements rule out the wanted role.',
    find: 'if (getAriaRole(element) !== options.role) return;',
    replace:
      'if (!mayHaveRole(element, options.role, kImplicitRoleByTagName[elementSafeTagName(element)])) return;\n\t\tif (getAriaRole(element) !== options.role) return;',
  },
];

/** Bundles ivya with the corrections. Fails if ivya changed where a correction applies. */
export const correctIvya: Plugin = {
  name: 'correct-ivya',
  setup(bundling) {
    bundling.onLoad({ filter: /[\\/]ivya[\\/]dist[\\/]src-[^\\/]*\.js$/ }, async ({ path }) => ({
      contents: correct(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

function correct(source: string): string {
  const rules =
    'headerCellRole, labellingElements, countsAsText, mayHaveRole, shownValue, styledContent';
  const head = `import { ${rules} } from ${JSON.stringify(ariaRules)};\n`;
  return corrections.reduce((corrected, { find, replace, reason }) => {
    const { length } = corrected.split(find);
    if (length === 2) return corrected.replace(find, () => replace);
    throw new Error(`"${find}" occurs ${length - 1} times in ivya; check: ${reason}`);
  }, head + source);
}
