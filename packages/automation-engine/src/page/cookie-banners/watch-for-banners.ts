// Runs inside pages, in an isolated world: see start-watching.ts.

export interface BannerWords {
  readonly rejectSelectors: readonly string[];
  readonly reject: readonly string[];
  readonly close: readonly string[];
  readonly noted: readonly string[];
}

/**
 * Looks for cookie banners whenever the document changes: often for the first 20 s of its life,
 * then less often, because some banners appear late and some documents stay open. Presses five
 * buttons at most.
 */
export function watchForBanners(words: BannerWords): void {
  const oftenMs = 20_000;
  const [lookEveryMs, lookLaterEveryMs] = [200, 2000];
  const mostPresses = 5;
  const pressed = new Set<Element>();
  const watched = new WeakSet<Node>();
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(lookSoon);
  const observe = (root: Node): void => {
    if (watched.has(root)) return;
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true });
  };
  function look(): void {
    timer = undefined;
    // An outside observer does not see changes inside shadow roots.
    shadowRootsIn(document).forEach(observe);
    const button = findBannerButton(words, pressed);
    if (button) {
      pressed.add(button);
      button.click();
    }
    if (pressed.size >= mostPresses) observer.disconnect();
    else if (button) lookSoon();
  }
  function lookSoon(): void {
    if (pressed.size >= mostPresses) return;
    const isYoung = performance.now() - startedAt < oftenMs;
    timer ??= setTimeout(look, isYoung ? lookEveryMs : lookLaterEveryMs);
  }
  observe(document);
  // No observer reports changes made by style sheets.
  for (const seconds of [1, 2, 4, 8]) setTimeout(lookSoon, seconds * 1000);
  lookSoon();
}

function findBannerButton(
  words: BannerWords,
  pressed: ReadonlySet<Element>,
): HTMLElement | undefined {
  const isOpen = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement && !pressed.has(element) && element.checkVisibility();
  const known = everyElement(words.rejectSelectors.join(',')).find(isOpen);
  if (known) return known;
  const buttons = everyElement('button, a, [role="button"], input[type="button"]').filter(isOpen);
  const saying = (texts: readonly string[]) =>
    buttons.filter((button) => texts.includes(labelOf(button)) && staysOnPage(button));
  return (
    saying(words.reject).find(bannerAround) ??
    saying(words.close).find(bannerAround) ??
    saying(words.noted).find((button) => isOnlyChoice(button, buttons))
  );
}

/** Matches in the document and its open shadow roots. */
function everyElement(selector: string): Element[] {
  return [document, ...shadowRootsIn(document)].flatMap((root) => [
    ...root.querySelectorAll(selector),
  ]);
}

function shadowRootsIn(root: Document | ShadowRoot): ShadowRoot[] {
  const roots = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return roots.flatMap((shadowRoot) => [shadowRoot, ...shadowRootsIn(shadowRoot)]);
}

function labelOf(button: HTMLElement): string {
  const shown = button instanceof HTMLInputElement ? button.value : button.innerText;
  const text = shown.trim() === '' ? (button.ariaLabel ?? button.title) : shown;
  return text
    .replaceAll(/[.!,:]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function staysOnPage(button: HTMLElement): boolean {
  if (!(button instanceof HTMLAnchorElement)) return true;
  return /^(?:#.*|javascript:.*)?$/.test(button.getAttribute('href') ?? '');
}

/**
 * Returns the overlay around the button that mentions cookies and has no text input. A link to a
 * cookie policy is not enough: every page has one. Nor do words such as consent, privacy or
 * tracking count: applications use them, too.
 */
function bannerAround(button: Element): Element | undefined {
  for (let element = parentOf(button); element; element = parentOf(element)) {
    if (!isLaidOver(element)) continue;
    const text = wordsOf(element);
    const told = `${element.id} ${element.className} ${text}`;
    const speaksOfCookies = /cookie|kakor|evästei|informasjonskaps|ciastecz|gdpr|dsgvo/i.test(told);
    return speaksOfCookies && text.length < 5000 && !asksForText(element) ? element : undefined;
  }
  return undefined;
}

function asksForText(element: Element): boolean {
  const typed = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=button]), textarea';
  const roots = [element, ...(element.shadowRoot ? [element.shadowRoot] : [])];
  return roots.some((root) => root.querySelector(typed) !== null);
}

function isOnlyChoice(button: HTMLElement, buttons: readonly HTMLElement[]): boolean {
  const banner = bannerAround(button);
  if (!banner) return false;
  return !buttons.some((other) => {
    const isLink = other instanceof HTMLAnchorElement && !staysOnPage(other);
    return other !== button && !isLink && bannerAround(other) === banner;
  });
}

function parentOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
}

/**
 * The element's own text, without that of its links, buttons, scripts, styles, navigation and
 * footer.
 */
function wordsOf(element: Element): string {
  const skipped = 'a, button, [role="button"], script, style, nav, footer';
  const said = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof Element && node !== element && node.matches(skipped)) return '';
    const shadow = node instanceof Element ? node.shadowRoot : null;
    return [...node.childNodes, ...(shadow ? [shadow] : [])].map(said).join(' ');
  };
  return said(element);
}

function isLaidOver(element: Element): boolean {
  // A frame may be nothing but the banner.
  if (element === document.body) return window !== window.top;
  if (element.matches('dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]')) {
    return true;
  }
  const isNamed = /cookie|consent|gdpr/i.test(`${element.id} ${element.className}`);
  return isNamed || ['fixed', 'sticky'].includes(getComputedStyle(element).position);
}
