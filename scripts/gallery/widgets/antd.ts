import { click, fill, hover, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const antd: Widget = {
  name: 'antd',
  packages: ['react', 'react-dom', 'antd'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Button, Cascader, DatePicker, Dropdown, InputNumber, Modal, Popconfirm, Select, Switch, Table, Tree } from 'antd';
    const rows = Array.from({ length: 35 }, (_, index) => ({ key: index, number: 'HS-' + (100 + index), total: (index * 37) % 101 }));
    const columns = [{ title: 'Number', dataIndex: 'number' }, { title: 'Total', dataIndex: 'total', sorter: (one, other) => one.total - other.total }];
    const places = [{ value: 'at', label: 'Austria', children: [{ value: 'vie', label: 'Vienna' }, { value: 'graz', label: 'Graz' }] }, { value: 'no', label: 'Norway', children: [{ value: 'oslo', label: 'Oslo' }] }];
    function App() {
      const [said, say] = useState('');
      const [isOpen, setOpen] = useState(false);
      return <div style={{ width: 700, padding: 20 }}>
        <Select aria-label="Size" style={{ width: 200 }} showSearch optionFilterProp="label" options={[{ value: 's', label: 'Small' }, { value: 'l', label: 'Large' }]} onChange={say} />
        <Cascader aria-label="Place" options={places} onChange={(path) => say(path.join('/'))} />
        <DatePicker aria-label="Date" onChange={(date, text) => say(text)} />
        <InputNumber aria-label="Amount" defaultValue={3} onChange={(value) => say(String(value))} />
        <Switch aria-label="Wifi" onChange={(on) => say(String(on))} />
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Modal title="Sure?" open={isOpen} onOk={() => { say('ok'); setOpen(false); }} onCancel={() => setOpen(false)}>It cannot be undone.</Modal>
        <Popconfirm title="Delete?" onConfirm={() => say('deleted')}><Button>Remove</Button></Popconfirm>
        <Dropdown menu={{ items: [{ key: 'copy', label: 'Copy' }, { key: 'more', label: 'More', children: [{ key: 'paste', label: 'Paste' }] }], onClick: ({ key }) => say(key) }}><Button>Actions</Button></Dropdown>
        <output id="said">{said}</output>
        <Tree treeData={[{ title: 'Documents', key: 'docs', children: [{ title: 'Bills', key: 'bills' }] }]} onSelect={(keys) => say(keys.join())} />
        <Table size="small" dataSource={rows} columns={columns} /></div>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'chooses in a select',
      errand: [
        click('get_by_role("combobox", name="Size")'),
        click('locator(".ant-select-item-option", has_text="Large")'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Size' }).click();
        await page.locator('.ant-select-item-option', { hasText: 'Large' }).click();
      },
      shows: { read: textOf('#said'), is: 'l' },
    },
    {
      name: 'chooses in two levels',
      errand: [
        click('get_by_role("combobox", name="Place")'),
        click('get_by_text("Austria")'),
        click('get_by_text("Graz")'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Place' }).click();
        await page.getByText('Austria').click();
        await page.getByText('Graz').click();
      },
      shows: { read: textOf('#said'), is: 'at/graz' },
    },
    {
      name: 'fills in a date and confirms it',
      errand: [
        click('get_by_label("Date")'),
        fill('get_by_label("Date")', '2026-12-24', { press_enter: true }),
      ],
      async playwright(page) {
        await page.getByLabel('Date').click();
        await page.getByLabel('Date').fill('2026-12-24');
        await page.getByLabel('Date').press('Enter');
      },
      shows: { read: textOf('#said'), is: '2026-12-24' },
    },
    {
      name: 'raises a number with the keyboard',
      errand: [press('up', 'get_by_label("Amount")'), press('up')],
      async playwright(page) {
        await page.getByLabel('Amount').press('ArrowUp');
        await page.keyboard.press('ArrowUp');
      },
      shows: { read: textOf('#said'), is: '5' },
    },
    {
      name: 'confirms in a modal that zooms in',
      errand: [
        click('get_by_role("button", name="Open")'),
        click('get_by_role("button", name="OK")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('button', { name: 'OK' }).click();
      },
      shows: { read: textOf('#said'), is: 'ok' },
    },
    {
      name: 'confirms in a bubble',
      errand: [
        click('get_by_role("button", name="Remove")'),
        click('get_by_role("tooltip").get_by_role("button", name="OK")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('tooltip').getByRole('button', { name: 'OK' }).click();
      },
      shows: { read: textOf('#said'), is: 'deleted' },
    },
    {
      name: 'reaches an entry of a submenu by hovering',
      errand: [
        hover('get_by_role("button", name="Actions")'),
        hover('get_by_role("menuitem", name="More")'),
        click('get_by_role("menuitem", name="Paste")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Actions' }).hover();
        await page.getByRole('menuitem', { name: 'More' }).hover();
        await page.getByRole('menuitem', { name: 'Paste' }).click();
      },
      shows: { read: textOf('#said'), is: 'paste' },
    },
    {
      name: 'sorts a table and reads the first row of the second page',
      errand: [
        click('get_by_role("columnheader", name="Total")'),
        click('get_by_role("listitem", name="2")'),
        read('locator("tbody tr.ant-table-row").first.locator("td").nth(1)', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.getByRole('listitem', { name: '2' }).click();
        await page.locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor();
        const cell = page.locator('tbody tr.ant-table-row').first().locator('td').nth(1);
        return { total: Number(await cell.innerText()) };
      },
      output: { total: 30 },
    },
    {
      name: 'opens a branch of a tree and selects in it',
      errand: [click('locator(".ant-tree-switcher").first'), click('get_by_text("Bills")')],
      async playwright(page) {
        await page.locator('.ant-tree-switcher').first().click();
        await page.getByText('Bills').click();
      },
      shows: { read: textOf('#said'), is: 'bills' },
    },
  ],
};
