/** A step whose recorded locator matches the original page. */
export interface RecordedStep {
  readonly name: string;
  readonly kind: 'click_element' | 'input_text' | 'select_option' | 'check';
  readonly params: Readonly<Record<string, unknown>>;
  /** Pushed to `acted` when the right element is acted on. */
  readonly mark: string;
}

export interface Mutation {
  readonly name: string;
  /** False: the element is gone, and nothing may be acted on. */
  readonly isThere: boolean;
  readonly write: (page: PageParts) => string;
}

/** The texts and attributes that mutations change. */
interface PageParts {
  readonly controls: (options?: ControlOptions) => string;
  readonly decoys: string;
}

interface ControlOptions {
  readonly ids?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** Wraps each control. */
  readonly wrap?: (control: string) => string;
  readonly isReversed?: boolean;
  readonly isGeneric?: boolean;
  readonly without?: string;
}

export const recordedSteps: readonly RecordedStep[] = [
  {
    name: 'button by id',
    kind: 'click_element',
    params: { command: 'locator("#save-order")', prompt_instructions: 'the "Save order" button' },
    mark: 'save',
  },
  {
    name: 'field by label',
    kind: 'input_text',
    params: {
      command: 'get_by_label("Customer name", exact=True)',
      input_text: 'Oak Ltd',
      prompt_instructions: 'the "Customer name" field',
    },
    mark: 'customer',
  },
  {
    name: 'list by test id',
    kind: 'select_option',
    params: {
      command: 'get_by_test_id("wood")',
      select_values: ['Teak'],
      prompt_instructions: 'the "Kind of wood" list',
    },
    mark: 'wood',
  },
  {
    name: 'checkbox by path',
    kind: 'check',
    params: {
      command: 'locator("form > p:nth-child(4) > label > input")',
      prompt_instructions: 'the "Express delivery" checkbox',
    },
    mark: 'express',
  },
  {
    name: 'link by role and name',
    kind: 'click_element',
    params: {
      command: 'get_by_role("link", name="Print invoice")',
      prompt_instructions: 'the "Print invoice" link',
    },
    mark: 'print',
  },
];

const english = {
  save: 'Save order',
  customer: 'Customer name',
  wood: 'Kind of wood',
  express: 'Express delivery',
  print: 'Print invoice',
};
const german = {
  save: 'Auftrag speichern',
  customer: 'Name des Kunden',
  wood: 'Holzart',
  express: 'Expresslieferung',
  print: 'Rechnung drucken',
};
const ids = { save: 'save-order', customer: 'customer', wood: 'wood', express: 'express' };
const otherIds = { save: 'x1', customer: 'x2', wood: 'x3', express: 'x4' };

/** Decoys on every page, which must never be acted on. */
const DECOYS = `<button onclick="top.acted.push('decoy')">Save draft</button>
  <label>Name of the contact <input oninput="top.acted.push('decoy')"></label>
  <label>Kind of packing <select onchange="top.acted.push('decoy')"><option>Box<option>Teak</select></label>
  <label><input type=checkbox onchange="top.acted.push('decoy')"> Delivery on Saturday</label>
  <a href="#d" onclick="top.acted.push('decoy')">Print delivery note</a>`;

const act = (mark: string) => `top.acted.push('${mark}')`;

function writeControls(options: ControlOptions = {}): string {
  const { wrap = (control) => control, isReversed = false, isGeneric = false } = options;
  const id = { ...ids, ...options.ids };
  const text = { ...english, ...options.texts };
  const button = isGeneric ? 'div role=button tabindex=0' : 'button type=button';
  const link = isGeneric ? 'span role=link tabindex=0' : 'a href="#p"';
  const controls = Object.entries({
    customer: `<p><label for="${id.customer}">${text.customer}</label><input id="${id.customer}" oninput="${act('customer')}"></p>`,
    wood: `<p><label>${text.wood} <select data-testid="${id.wood}" onchange="${act('wood')}"><option>Oak<option>Teak</select></label></p>`,
    save: `<p><${button} id="${id.save}" onclick="${act('save')}">${text.save}</${isGeneric ? 'div' : 'button'}></p>`,
    express: `<p><label><input type=checkbox onchange="${act('express')}"> ${text.express}</label></p>`,
    print: `<p><${link} onclick="${act('print')}">${text.print}</${isGeneric ? 'span' : 'a'}></p>`,
  });
  const present = controls
    .filter(([mark]) => mark !== options.without)
    .map(([, html]) => wrap(html));
  return `<form onsubmit="return false">${(isReversed ? present.toReversed() : present).join('')}</form>`;
}

const attached = (
  mode: string,
  html: string,
) => `<div id=host></div><template id=inner>${html}</template>
  <script>host.attachShadow({ mode: '${mode}' }).append(inner.content.cloneNode(true))</script>`;

export const mutations: readonly Mutation[] = [
  {
    name: 'renamed ids',
    isThere: true,
    write: ({ controls }) => controls({ ids: otherIds }),
  },
  {
    name: 'moved',
    isThere: true,
    write: ({ controls }) => `<header>${controls({ isReversed: true, ids: otherIds })}</header>`,
  },
  {
    name: 'wrapped',
    isThere: true,
    write: ({ controls }) =>
      controls({
        ids: otherIds,
        wrap: (html) => `<div class=row><section>${html}</section></div>`,
      }),
  },
  {
    name: 'shadow root',
    isThere: true,
    write: ({ controls }) => attached('open', controls({ ids: otherIds })),
  },
  {
    name: 'closed shadow root',
    isThere: true,
    write: ({ controls }) => attached('closed', controls()),
  },
  {
    name: 'frame',
    isThere: true,
    write: ({ controls }) =>
      `<iframe width=600 height=400 srcdoc="${controls().replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  },
  {
    name: 'translated',
    isThere: true,
    write: ({ controls }) => controls({ texts: german, ids: otherIds, isReversed: true }),
  },
  {
    name: 'other elements',
    isThere: true,
    write: ({ controls }) => controls({ isGeneric: true, ids: otherIds, isReversed: true }),
  },
  {
    name: 'duplicates',
    isThere: true,
    write: ({ controls, decoys: more }) =>
      `${more.replaceAll('<button', '<button id=save-order').replaceAll('<select', '<select data-testid=wood')}${controls()}`,
  },
  {
    name: 'gone',
    isThere: false,
    write: () => '<p>Your session has ended.</p>',
  },
];

/** The HTML of one mutation. */
export function writePage({ write }: Mutation): string {
  const body = write({ controls: writeControls, decoys: DECOYS });
  return `<script>acted = []</script>${body}<footer>${DECOYS}</footer>`;
}
