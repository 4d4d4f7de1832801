import { click, fill, hover, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const elementPlus: Widget = {
  name: 'element-plus',
  packages: ['vue', 'element-plus'],
  script: `import { createApp, h, ref } from 'vue/dist/vue.esm-bundler.js';
    import ElementPlus, { ElMessageBox } from 'element-plus';
    import 'element-plus/dist/index.css';
    const said = ref('');
    const say = (text) => { said.value = String(text); };
    createApp({
      setup: () => ({ said, say, size: ref(''), date: ref(''), isOn: ref(false), amount: ref(3),
        search: (text, done) => setTimeout(() => done(['Oslo', 'Ottawa', 'Vienna'].filter((name) => name.toLowerCase().includes(text.toLowerCase())).map((value) => ({ value }))), 400), city: ref(''),
        ask: () => ElMessageBox.confirm('It cannot be undone.', 'Sure?').then(() => say('yes'), () => say('no')) }),
      template: \`<div style="width: 400px; padding: 20px">
        <el-select v-model="size" aria-label="Size" @change="say"><el-option label="Small" value="s"></el-option><el-option label="Large" value="l"></el-option></el-select>
        <el-date-picker v-model="date" aria-label="Date" value-format="YYYY-MM-DD" @change="say"></el-date-picker>
        <el-autocomplete v-model="city" aria-label="City" :fetch-suggestions="search" @select="(choice) => say(choice.value)"></el-autocomplete>
        <el-switch v-model="isOn" aria-label="Wifi" @change="say"></el-switch>
        <el-input-number v-model="amount" aria-label="Amount" @change="say"></el-input-number>
        <el-button @click="ask">Ask</el-button>
        <el-dropdown @command="say"><el-button>Actions</el-button><template #dropdown><el-dropdown-menu><el-dropdown-item command="copy">Copy</el-dropdown-item><el-dropdown-item command="paste">Paste</el-dropdown-item></el-dropdown-menu></template></el-dropdown>
        <output id="said">{{ said }}</output></div>\`,
    }).use(ElementPlus).mount('#root');`,
  cases: [
    {
      name: 'chooses in a select',
      errand: [click('locator(".el-select")'), click('get_by_role("option", name="Large")')],
      async playwright(page) {
        await page.locator('.el-select').click();
        await page.getByRole('option', { name: 'Large' }).click();
      },
      shows: { read: textOf('#said'), is: 'l' },
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
      name: 'takes a suggestion that arrives late',
      errand: [fill('get_by_label("City")', 'vie'), click('get_by_role("option", name="Vienna")')],
      async playwright(page) {
        await page.getByLabel('City').fill('vie');
        await page.getByRole('option', { name: 'Vienna' }).click();
      },
      shows: { read: textOf('#said'), is: 'Vienna' },
    },
    {
      name: 'confirms a message box',
      errand: [
        click('get_by_role("button", name="Ask")'),
        click('get_by_role("button", name="OK")'),
        read('locator("#said")', 'said'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.getByRole('button', { name: 'OK' }).click();
        await page.getByText('yes').waitFor();
        return { said: await page.locator('#said').innerText() };
      },
      output: { said: 'yes' },
    },
    {
      name: 'raises a number and turns a switch on',
      errand: [
        click('get_by_role("button", name="increase number")'),
        click('locator(".el-switch")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'increase number' }).click();
        await page.locator('.el-switch').click();
      },
      shows: { read: textOf('#said'), is: 'true' },
    },
    {
      name: 'chooses in a menu that opens by hovering',
      errand: [
        hover('get_by_role("button", name="Actions")'),
        click('get_by_role("menuitem", name="Paste")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Actions' }).hover();
        await page.getByRole('menuitem', { name: 'Paste' }).click();
      },
      shows: { read: textOf('#said'), is: 'paste' },
    },
  ],
};
