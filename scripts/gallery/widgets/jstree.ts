import { click, doubleClick, press, read, rightClick } from '../steps.ts';
import { textOf, textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const jstree: Widget = {
  name: 'jstree',
  packages: ['jquery', 'jstree'],
  html: `<div id="tree"></div><output id="said"></output>`,
  script: `import $ from 'jquery-on-window';
    import 'jstree/dist/themes/default/style.css';
    import 'jstree';
    $('#tree').jstree({ plugins: ['contextmenu', 'checkbox'], checkbox: { three_state: false, tie_selection: false, whole_node: false },
      core: { check_callback: true, data: (node, done) => node.id === '#'
        ? done([{ id: 'docs', text: 'Documents', children: true }, { id: 'music', text: 'Music' }])
        : setTimeout(() => done(['Letters', 'Bills'].map((text) => ({ text }))), 400) } })
      .on('select_node.jstree', (event, { node }) => $('#said').text('selected ' + node.text))
      .on('check_node.jstree', (event, { node }) => $('#said').text('checked ' + node.text))
      .on('rename_node.jstree', (event, { text }) => $('#said').text('renamed ' + text));`,
  cases: [
    {
      name: 'opens a branch that is loaded late and selects in it',
      errand: [click('locator("#docs .jstree-ocl")'), click('get_by_text("Bills")')],
      async playwright(page) {
        await page.locator('#docs .jstree-ocl').click();
        await page.getByText('Bills').click();
      },
      shows: { read: textOf('#said'), is: 'selected Bills' },
    },
    {
      name: 'opens a branch with a double click and counts its entries',
      errand: [
        doubleClick('get_by_text("Documents")'),
        {
          type: 'action_node',
          misc_action: {
            count_locator: {
              locator: 'get_by_role("treeitem")',
              name: 'entries',
              output_variable_name: 'entries',
            },
          },
        },
      ],
      async playwright(page) {
        await page.getByText('Documents').dblclick();
        await page.getByText('Bills').waitFor();
        return { entries: await page.getByRole('treeitem').count() };
      },
      output: { entries: 4 },
    },
    {
      name: 'checks a box of the tree',
      errand: [
        click('locator("#music_anchor .jstree-checkbox")'),
        read('locator("#said")', 'said'),
      ],
      async playwright(page) {
        await page.locator('#music_anchor .jstree-checkbox').click();
        return { said: await page.locator('#said').innerText() };
      },
      output: { said: 'checked Music' },
    },
    {
      name: 'renames through the context menu',
      errand: [
        rightClick('get_by_text("Music")'),
        click('get_by_role("menuitem", name="Rename").or_(get_by_text("Rename"))'),
        press(['ctrl', 'a']),
        {
          type: 'action_node',
          interaction_action: {
            input_text: {
              command: 'locator(".jstree-rename-input")',
              input_text: 'Songs',
              press_enter: true,
            },
          },
        },
      ],
      async playwright(page) {
        await page.getByText('Music').click({ button: 'right' });
        await page.getByText('Rename').click();
        await page.locator('.jstree-rename-input').fill('Songs');
        await page.locator('.jstree-rename-input').press('Enter');
      },
      shows: {
        read: `[${textOf('#said')}, ${textsOf('.jstree-anchor')}]`,
        is: ['renamed Songs', ['Documents', 'Songs']],
      },
    },
  ],
};
