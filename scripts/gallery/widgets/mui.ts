import { check, click, fill, hover, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const mui: Widget = {
  name: 'mui',
  packages: ['react', 'react-dom', '@mui/material', '@emotion/react', '@emotion/styled'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Autocomplete, Button, Checkbox, Dialog, DialogActions, DialogTitle, FormControlLabel, InputLabel, FormControl, Menu, MenuItem, Rating, Select, Slider, Snackbar, Switch, Tab, Tabs, TextField, Tooltip } from '@mui/material';
    function App() {
      const [said, say] = useState('');
      const [isOpen, setOpen] = useState(false);
      const [anchor, setAnchor] = useState(null);
      const [tab, setTab] = useState(0);
      const [size, setSize] = useState('');
      const [isStored, setStored] = useState(false);
      return <div style={{ width: 400, padding: 20 }}>
        <FormControl fullWidth><InputLabel id="size-label">Size</InputLabel>
          <Select labelId="size-label" label="Size" value={size} onChange={(event) => { setSize(event.target.value); say(event.target.value); }}><MenuItem value="s">Small</MenuItem><MenuItem value="l">Large</MenuItem></Select></FormControl>
        <Autocomplete options={['Austria', 'Georgia', 'South Georgia']} onChange={(event, value) => say(value ?? 'nothing')} renderInput={(props) => <TextField {...props} label="Country" />} />
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={isOpen} onClose={() => setOpen(false)}><DialogTitle>Sure?</DialogTitle><DialogActions><Button onClick={() => { say('yes'); setOpen(false); }}>Yes</Button></DialogActions></Dialog>
        <Button onClick={(event) => setAnchor(event.currentTarget)}>Menu</Button>
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}><MenuItem onClick={() => { say('copy'); setAnchor(null); }}>Copy</MenuItem><MenuItem onClick={() => { say('paste'); setAnchor(null); }}>Paste</MenuItem></Menu>
        <Tabs value={tab} onChange={(event, value) => setTab(value)}><Tab label="One" /><Tab label="Two" /></Tabs><p role="tabpanel">Panel {tab + 1}</p>
        <Slider aria-label="Volume" defaultValue={30} onChangeCommitted={(event, value) => say(String(value))} />
        <FormControlLabel control={<Switch onChange={(event) => say(String(event.target.checked))} />} label="Wifi" />
        <FormControlLabel control={<Checkbox onChange={(event) => say(String(event.target.checked))} />} label="I agree" />
        <Rating aria-label="Stars" onChange={(event, value) => say(value + ' stars')} />
        <Tooltip title="Costs nothing" enterDelay={300}><Button>Tip</Button></Tooltip>
        <Button onClick={() => setTimeout(() => setStored(true), 500)}>Store</Button><Snackbar open={isStored} message="Stored" />
        <output id="said">{said}</output></div>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'chooses in a select',
      errand: [click('get_by_label("Size")'), click('get_by_role("option", name="Large")')],
      async playwright(page) {
        await page.getByLabel('Size').click();
        await page.getByRole('option', { name: 'Large' }).click();
      },
      shows: { read: textOf('#said'), is: 'l' },
    },
    {
      name: 'searches in an autocomplete',
      errand: [
        fill('get_by_label("Country")', 'georgia'),
        click('get_by_role("option", name="South Georgia")'),
      ],
      async playwright(page) {
        await page.getByLabel('Country').fill('georgia');
        await page.getByRole('option', { name: 'South Georgia' }).click();
      },
      shows: { read: textOf('#said'), is: 'South Georgia' },
    },
    {
      name: 'confirms in a dialog and uses the page after it',
      errand: [
        click('get_by_role("button", name="Open", exact=True).last'),
        click('get_by_role("button", name="Yes")'),
        click('get_by_role("tab", name="Two")'),
        read('get_by_role("tabpanel")', 'panel'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open', exact: true }).last().click();
        await page.getByRole('button', { name: 'Yes' }).click();
        await page.getByRole('tab', { name: 'Two' }).click();
        return { panel: await page.getByRole('tabpanel').innerText() };
      },
      shows: { read: textOf('#said'), is: 'yes' },
      output: { panel: 'Panel 2' },
    },
    {
      name: 'chooses in a menu with the keyboard',
      errand: [click('get_by_role("button", name="Menu")'), press('down'), press('enter')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('menuitem', { name: 'Paste' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'paste' },
    },
    {
      name: 'checks a box and a switch, which lie transparent over their drawing',
      errand: [check('get_by_label("I agree")'), check('get_by_label("Wifi")')],
      async playwright(page) {
        await page.getByLabel('I agree').check();
        await page.getByLabel('Wifi').check();
      },
      shows: {
        read: `[...document.querySelectorAll('input[type=checkbox]')].map((box) => box.checked)`,
        is: [true, true],
      },
    },
    {
      name: 'moves a slider with the keyboard',
      errand: [press('right', 'get_by_role("slider", name="Volume")'), press('pageup')],
      async playwright(page) {
        await page.getByRole('slider', { name: 'Volume' }).press('ArrowRight');
        await page.keyboard.press('PageUp');
      },
      shows: { read: textOf('#said'), is: '41' },
    },
    {
      name: 'reads a tooltip',
      errand: [
        hover('get_by_role("button", name="Costs nothing")'),
        read('get_by_role("tooltip")', 'tip'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Costs nothing' }).hover();
        return { tip: await page.getByRole('tooltip').innerText() };
      },
      output: { tip: 'Costs nothing' },
    },
    {
      name: 'reads a notice that appears late',
      errand: [
        click('get_by_role("button", name="Store")'),
        read('get_by_role("alert")', 'notice'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Store' }).click();
        return { notice: await page.getByRole('alert').innerText() };
      },
      output: { notice: 'Stored' },
    },
  ],
};
