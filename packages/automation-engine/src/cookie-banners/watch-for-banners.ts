// Runs inside pages, in a world of its own: see banner-script.ts.

export interface BannerWords {
  readonly rejectSelectors: readonly string[];
  readonly reject: readonly string[];
  readonly close: readonly string[];
  readonly noted: readonly string[];
}

/** Looks for cookie banners whenever the document changes, for 20 s of its life, and presses five buttons at most. */
export function watchForBanners(words: BannerWords): void {
  const watchMs = 20_000;
  const lookEveryMs = 200;
  const mostPresses = 5;
  const pressed = new Set<Element>();
  const end = performance.now() + watchMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(lookSoon);
  function look(): void {
    timer = undefined;
    const button = findBannerButton(words, pressed);
    if (button) {
      pressed.add(button);
      button.click();
    }
    if (pressed.size >= mostPresses || performance.now() > end) observer.disconnect();
    else if (button) lookSoon();
  }
  function lookSoon(): void {
    timer ??= setTimeout(look, lookEveryMs);
  }
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  // What shadow roots and style sheets change is seen by nobody else.
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

/** Of the document and the open shadow roots in it. */
function everyElement(selector: string, root: Document | ShadowRoot = document): Element[] {
  const hosts = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [
    ...root.querySelectorAll(selector),
    ...hosts.flatMap((shadowRoot) => everyElement(selector, shadowRoot)),
  ];
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

/** The thing laid over the page that speaks of cookies and asks for nothing that is typed. */
function bannerAround(button: Element): Element | undefined {
  for (let element = parentOf(button); element; element = parentOf(element)) {
    if (!isLaidOver(element)) continue;
    const text = textOf(element);
    const speaksOfCookies = /cookie|consent|gdpr|datenschutz|privacy|tracking/i.test(text);
    const typed =
      'input:not([type=checkbox], [type=radio], [type=hidden], [type=button]), textarea';
    const asksForText = element.querySelector(typed) !== null;
    return speaksOfCookies && text.length < 5000 && !asksForText ? element : undefined;
  }
  return undefined;
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

function textOf(element: Element): string {
  const shadowText = element.shadowRoot?.textContent ?? '';
  return `${element.textContent ?? ''}${shadowText}`;
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

/** The functions that `watchForBanners` calls: their text goes into the page with it. */
export const bannerFunctions = [
  watchForBanners,
  findBannerButton,
  everyElement,
  labelOf,
  staysOnPage,
  bannerAround,
  isOnlyChoice,
  parentOf,
  textOf,
  isLaidOver,
];
