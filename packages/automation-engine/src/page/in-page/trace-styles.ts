/** Larger sheets count as changed only when a rule is added or removed. */
const mostComparedRules = 300;
const longestSheet = 500_000;

/** Returns the rules of a sheet as they are now, including those that a script added. */
export function textOfSheet(sheet: CSSStyleSheet): string {
  let text = '';
  for (const rule of rulesOf(sheet)) {
    text += `${rule.cssText}\n`;
    if (text.length > longestSheet) break;
  }
  return text;
}

/** Changes when the rules change. */
export function signatureOfSheet(sheet: CSSStyleSheet): string {
  const rules = rulesOf(sheet);
  return rules.length > mostComparedRules
    ? `${rules.length} ${rules[rules.length - 1]?.cssText}`
    : textOfSheet(sheet);
}

/** The rules of another origin may not be read. */
function rulesOf(sheet: CSSStyleSheet): ArrayLike<CSSRule> & Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
