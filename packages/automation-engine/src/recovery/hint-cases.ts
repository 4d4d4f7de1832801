import { click, fill, type HintCase } from './hint-case.ts';
import { mutations, recordedSteps, writePage } from './mutated-pages.ts';
import { widgetCases } from './widget-cases.ts';

/** Runs in the page's own realm, so that the hint search cannot see the marks. */
const MARKING = `<script>
  const roots = [document];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (!element.hasAttribute('intended')) continue;
    element.removeAttribute('intended');
    element.addEventListener('click', () => (top.acted ??= []).push('intended'));
  }
</script>`;

export function markPage(html: string): string {
  return `${html}${MARKING}`;
}

function frameOf(html: string, attributes = ''): string {
  const escaped = markPage(html).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe ${attributes} width=600 height=300 srcdoc="${escaped}"></iframe>`;
}

function shadowOf(html: string, tag = 'x-card'): string {
  return `<${tag}><template shadowrootmode=open>${html}</template></${tag}>`;
}

const REST = `<nav><a href="#h">Home</a><a href="#o">Orders</a><a href="#l">Log out</a></nav>
  <form><label>Name <input></label><label>Search <input type=search></label><button>Go</button><button>Cancel</button></form>`;

const rows = (label: string, wanted: string) =>
  `<table>${['Ada', 'Bob', 'Cleo']
    .map(
      (name) =>
        `<tr><td>${name}</td><td><button${name === wanted ? ' intended' : ''}>${label}</button></td></tr>`,
    )
    .join('')}</table>`;

const written: readonly HintCase[] = [
  {
    name: 'renamed: Log in -> Sign in to your account',
    step: click('get_by_role("button", name="Log in")'),
    before: '<button intended>Log in</button>',
    after: '<button intended>Sign in to your account</button><button>Sign up</button>',
  },
  {
    name: 'a word more',
    step: click('get_by_role("button", name="Save changes", exact=True)'),
    before: '<button intended>Save changes</button>',
    after: '<button>Discard changes</button><button intended>Save all changes</button>',
  },
  {
    name: 'misspelt label mended',
    step: fill('get_by_label("Delivery adress")'),
    before: '<label>Delivery adress <input intended></label>',
    after: '<label>Billing address <input></label><label>Delivery address <input intended></label>',
  },
  {
    name: 'other case',
    step: click('get_by_text("SUBMIT ORDER", exact=True)'),
    before: '<button intended>SUBMIT ORDER</button>',
    after: '<button intended>Submit order</button><button>Submit a complaint</button>',
  },
  {
    name: 'moved into a dialog',
    step: click('locator("main").get_by_role("button", name="Delete")'),
    before: '<main><button intended>Delete</button></main>',
    after:
      '<main><p>Delete it?</p></main><div role=dialog aria-label="Sure?"><button intended>Delete</button><button>Keep</button></div>',
  },
  {
    name: 'moved into a frame',
    step: fill('get_by_label("Card number")'),
    before: '<label>Card number <input intended></label>',
    after: `<p>Card</p>${frameOf('<label>Card number <input intended></label><label>Expiry <input></label>', 'title="Payment"')}`,
  },
  {
    name: 'moved into a frame in a frame',
    step: click('get_by_role("button", name="Accept all")'),
    before: '<button intended>Accept all</button>',
    after: frameOf(frameOf('<button intended>Accept all</button><button>Reject all</button>')),
  },
  {
    name: 'moved into a shadow root (XPath)',
    step: click(`locator("xpath=//button[normalize-space()='Pay now']")`),
    before: '<button intended>Pay now</button>',
    after: shadowOf('<button intended>Pay now</button><button>Pay later</button>'),
  },
  {
    name: 'test id in another attribute',
    step: click('get_by_test_id("checkout")'),
    before: '<button data-testid="checkout" intended>Check out</button>',
    after:
      '<button data-cy="checkout" intended>To the till</button><button data-cy="cart">Cart</button>',
  },
  {
    name: 'other test id',
    step: fill('get_by_test_id("login-user")'),
    before: '<input data-testid="login-user" intended>',
    after:
      '<input data-testid="login-username-field" intended><input data-testid="login-password-field" type=password>',
  },
  {
    name: 'label became a placeholder',
    step: fill('get_by_label("Email")'),
    before: '<label>Email <input intended></label>',
    after:
      '<div>Contact</div><input placeholder="Your email" intended><input placeholder="Your phone">',
  },
  {
    name: 'link became a button',
    step: click('get_by_role("link", name="Export as CSV")'),
    before: '<a href="#x" intended>Export as CSV</a>',
    after: '<button intended>Export as CSV</button><button>Export as PDF</button>',
  },
  {
    name: 'hidden copies',
    step: click('get_by_role("link", name="Invoices", exact=True)'),
    before: '<a href="#i" intended>Invoices</a>',
    after:
      '<ul hidden><li><a href="#i">Invoices</a></li></ul><ul><li><a href="#i" intended>My invoices</a></li><li><a href="#q">My quotes</a></li></ul>',
  },
  {
    name: 'renamed in a row',
    step: click('get_by_role("row", name="Bob").get_by_role("button", name="Edit")'),
    before: rows('Edit', 'Bob'),
    after: rows('Change', 'Bob'),
  },
  {
    name: 'other class',
    step: click('locator("button.btn-checkout")'),
    before: '<button class="btn btn-checkout" intended>Pay</button>',
    after:
      '<button class="button button--checkout" intended>Pay</button><button class="button button--back">Back</button>',
  },
];

/** Mutations and steps shared with the measurement of model recovery. */
const recovered: readonly (readonly [mutation: string, step: string])[] = [
  ['renamed ids', 'button by id'],
  ['renamed ids', 'list by test id'],
  ['wrapped', 'checkbox by path'],
  ['frame', 'field by label'],
  ['other elements', 'button by id'],
];

export const hintCases: readonly HintCase[] = [
  ...widgetCases,
  ...written.map((one) => ({ ...one, after: `${REST}${one.after}` })),
  ...recovered.flatMap(([mutationName, stepName]) => {
    const mutation = mutations.find(({ name }) => name === mutationName);
    const step = recordedSteps.find(({ name }) => name === stepName);
    if (!mutation || !step) return [];
    const { kind, mark, params } = step;
    const { prompt_instructions: _, ...own } = params;
    const name = `${mutationName}: ${stepName}`;
    return [{ name, step: { kind, params: own }, after: writePage(mutation), mark }];
  }),
];
