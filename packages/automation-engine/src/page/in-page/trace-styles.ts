/** Larger sheets count as changed only when a rule is added or removed. */
const MOST_COMPARED_RULES = 300;
const LONGEST_SHEET = 500_000;

/** Returns the rules of a sheet as they are now, including those that a script added. */
export function textOfSheet(sheet: CSSStyleSheet): string {
  let text = '';
  for (const rule of rulesOf(sheet)) {
    text += `${rule.cssText}\n`;
    if (text.length > LONGEST_SHEET) break;
  }
  return text;
}

/** Changes when the rules change. */
export function signatureOfSheet(sheet: CSSStyleSheet): string {
  const rules = rulesOf(sheet);
  return rules.length > MOST_COMPARED_RULES
    ? `${rules.length} ${rules[rules.length - 1]?.cssText}`
    : textOfSheet(sheet);
}

/** Rules from another origin cannot be read. */
function rulesOf(sheet: CSSStyleSheet): ArrayLike<CSSRule> & Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
