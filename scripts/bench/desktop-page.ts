import type { ScreenSize } from '@errand/desktop';
import type { TestBrowser } from '@errand/test-kit';

/** A word on a page and where it is drawn. */
export interface PlacedWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

const names = ['Miller', 'Garcia', 'Novak', 'Tanaka', 'Okafor', 'Larsen', 'Rossi', 'Dubois'];

interface WordPage {
  readonly png: Uint8Array;
  readonly words: readonly PlacedWord[];
}

/** A picture of a list in 9 to 12 pixel text beside a dark menu, with its words. */
export function drawWordPage(browser: TestBrowser, size: ScreenSize): Promise<WordPage> {
  return draw(browser, listHtml(), size);
}

/** A picture of buttons with 11 and 13 pixel text in six styles, with their words. */
export function drawButtonPage(browser: TestBrowser, size: ScreenSize): Promise<WordPage> {
  return draw(browser, buttonsHtml(), size);
}

async function draw(browser: TestBrowser, html: string, size: ScreenSize): Promise<WordPage> {
  await using opened = await browser.openPage(html);
  await opened.page.setViewport(size);
  const words = (await opened.page.evaluate(`(() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: text, index } of node.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const { x, y, height } = range.getBoundingClientRect();
        words.push({ text, x, y, height });
      }
    }
    return words;
  })()`)) as PlacedWord[];
  return { png: await opened.page.screenshot(), words };
}

function listHtml(): string {
  const rows = Array.from(
    { length: 34 },
    (_, index) => `<tr style="font-size: ${9 + (index % 4)}px"><td>${1000 + index * 37}</td>
      <td>${names[index % 8]}, ${names[(index * 7 + 3) % 8]}</td><td>Invoice ${(index * 91) % 1000}</td>
      <td>${((index * 131.37) % 900).toFixed(2)} EUR</td><td><button>Open</button></td>
      <td>Status: ${['paid', 'open', 'late'][index % 3]}</td></tr>`,
  );
  return `<head><style>
      body { margin: 0; font: 11px Arial; display: flex }
      nav { background: #1d2b3a; color: #dfe7ef; width: 180px; height: 900px; padding: 10px; line-height: 28px }
      td { padding: 2px 14px; border-bottom: 1px solid #ddd } button { font-size: inherit }
    </style></head><body><nav>Dashboard<br>Patients<br>Appointments<br>Invoices<br>Settings</nav>
    <table>${rows.join('')}</table></body>`;
}

const labels = ['Save', 'Cancel', 'Back', 'Close', 'Log in', 'Help', 'Next', 'Apply', 'OK', 'Yes'];
const BUTTON_STYLES = [
  '',
  'background: #fff; border: 2px solid #1a73e8; border-radius: 4px',
  'background: #1a73e8; color: #fff; border: 0',
  'background: #222; color: #ddd; border: 1px solid #555; border-radius: 12px',
  'background: #ffd54f; color: #333; border: 0',
  'background: #e8f0fe; color: #1967d2; border: 1px solid; border-radius: 16px',
];

function buttonsHtml(): string {
  const rows = [11, 13].flatMap((size) =>
    BUTTON_STYLES.map((style) => {
      const look = `font: ${size}px Arial; padding: 5px 12px; margin: 6px; ${style}`;
      return labels.map((label) => `<button style="${look}">${label}</button>`).join(' ');
    }),
  );
  return `<body>${rows.map((row) => `<div>${row}</div>`).join('')}</body>`;
}
