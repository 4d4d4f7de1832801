/** What could locate an element, as it appears in the document. */
export interface LocatorFacts {
  readonly tag: string;
  readonly testId: string;
  /** Other test attributes, by name. */
  readonly testAttributes: readonly (readonly [name: string, value: string])[];
  readonly id: string;
  readonly name: string;
  readonly ariaLabel: string;
  readonly placeholder: string;
  readonly title: string;
  readonly classes: readonly string[];
  readonly text: string;
  /** Absolute, from the document's root; empty inside a shadow root. */
  readonly xpath: string;
}

export function readLocatorFacts(element: Element): LocatorFacts {
  const attribute = (name: string) => element.getAttribute(name)?.trim() ?? '';
  return {
    tag: element.localName,
    testId: attribute('data-testid'),
    testAttributes: testAttributeNames().map((name) => [name, attribute(name)] as const),
    id: attribute('id'),
    name: attribute('name'),
    ariaLabel: attribute('aria-label'),
    placeholder: attribute('placeholder'),
    title: attribute('title'),
    classes: [...element.classList],
    text: (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200),
    xpath: absoluteXpath(element),
  };
}

/** Returns test attributes other than `data-testid`. */
export function testAttributeNames(): string[] {
  return ['data-test-id', 'data-test', 'data-cy', 'data-qa', 'data-e2e', 'data-automation-id'];
}

function absoluteXpath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (!at.parentElement && at !== document.documentElement) return '';
    const same = [...(at.parentElement?.children ?? [at])].filter(
      (sibling) => sibling.localName === at?.localName,
    );
    steps.unshift(same.length > 1 ? `${at.localName}[${same.indexOf(at) + 1}]` : at.localName);
  }
  return `/${steps.join('/')}`;
}
