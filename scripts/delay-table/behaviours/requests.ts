import { select } from '../../gallery/steps.ts';
import { CLICK, FILL, type Behaviour } from '../behaviour.ts';

export const requests: readonly Behaviour[] = [
  {
    name: 'fetch',
    script: `go.onclick = async () => put(await load('text'));`,
    act: CLICK,
  },
  {
    name: 'xhr-after-a-choice',
    html: `<label>City <select id="city"><option>Athens</option><option>Berlin</option></select></label><p id="out">old</p>`,
    script: `document.getElementById('city').onchange = () => {
      const request = new XMLHttpRequest();
      request.onload = () => put(request.responseText);
      request.open('GET', api('text'));
      request.send();
    };`,
    act: select('get_by_label("City")', 'Berlin'),
  },
  {
    name: 'fetches-in-a-chain',
    script: `go.onclick = async () => {
      for (let count = 0; count < 3; count += 1) { const text = await load('text', delay / 3); put(count < 2 ? 'part ' + count : text); }
    };`,
    act: CLICK,
  },
  {
    name: 'fetch-then-timeout',
    script: `go.onclick = async () => { const text = await load('text', delay / 2); setTimeout(put, delay / 2, text); };`,
    act: CLICK,
  },
  {
    name: 'timeout-then-fetch',
    script: `let timer;
      field.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => put(await load('text', delay / 2)), delay / 2); };`,
    act: FILL,
  },
  {
    name: 'timeouts-and-fetch-in-turn',
    script: `go.onclick = async () => { await sleep(delay / 3); const text = await load('text', delay / 3); await sleep(delay / 3); put(text); };`,
    act: CLICK,
  },
  {
    name: 'optimistic-update-corrected',
    script: `go.onclick = async () => { put('saved'); put(await load('text')); };`,
    act: CLICK,
  },
  {
    name: 'optimistic-update-rolled-back',
    script: `go.onclick = async () => { put('saved'); const { ok } = await fetch(api('fail', delay / 2)); setTimeout(put, delay / 2, ok ? 'saved' : 'new'); };`,
    act: CLICK,
  },
  {
    name: 'retry-after-an-error',
    script: `go.onclick = async () => { put('trying'); await fetch(api('fail', 20)); await sleep(delay); put(await load('text', 20)); };`,
    act: CLICK,
  },
  {
    name: 'request-that-times-out',
    script: `go.onclick = () => fetch(api('text', 20_000), { signal: AbortSignal.timeout(delay) }).catch(() => put('new'));`,
    act: CLICK,
  },
  {
    name: 'poll-until-done',
    script: `go.onclick = async () => {
      put('pending');
      await fetch(api('job'), { method: 'POST' });
      while (await load('job', 0) !== 'done') await sleep(delay / 3);
      put('new');
    };`,
    act: CLICK,
  },
  {
    name: 'poll-by-interval-until-done',
    script: `go.onclick = async () => {
      await fetch(api('job'), { method: 'POST' });
      const interval = setInterval(async () => {
        if (await load('job', 0) !== 'done') return;
        clearInterval(interval);
        put('new');
      }, delay / 3);
    };`,
    act: CLICK,
  },
  {
    name: 'streamed-answer',
    script: `go.onclick = async () => {
      const { body } = await fetch(api('stream'));
      for await (const part of body.pipeThrough(new TextDecoderStream())) put(part);
    };`,
    act: CLICK,
  },
  {
    name: 'axios-with-spinner',
    packages: ['axios'],
    script: `import axios from 'axios';
      go.onclick = async () => { put('Loading...'); const { data } = await axios.get(api('text')); put(data); };`,
    act: CLICK,
  },
  {
    name: 'form-that-brings-a-document',
    html: `<form action="arrived"><input type="hidden" name="ms" id="ms"><button id="go">Go</button></form><p id="out">old</p>`,
    script: `document.getElementById('ms').value = delay;`,
    act: CLICK,
  },
  {
    name: 'timeout-then-document',
    script: `go.onclick = () => setTimeout(() => { location.href = 'arrived?ms=50'; }, delay);`,
    act: CLICK,
  },
  {
    name: 'route-with-history-and-fetch',
    script: `go.onclick = async () => { history.pushState(null, '', '?page=2'); put('Loading...'); put(await load('text')); };`,
    act: CLICK,
  },
  {
    name: 'virtual-list',
    html: `<style>#list { height: 200px; overflow: auto; position: relative } .row { position: absolute; height: 20px }</style>
      <button id="go">Go</button><div id="list"><div style="height: 20000px"></div></div>`,
    script: `const list = document.getElementById('list');
      const draw = (first, text) => {
        list.querySelectorAll('.row').forEach((row) => row.remove());
        for (let row = first; row < first + 10; row += 1) list.insertAdjacentHTML('beforeend', '<div class="row" style="top: ' + row * 20 + 'px">' + text(row) + '</div>');
      };
      draw(0, (row) => 'Row ' + row);
      let wanted = 0;
      list.onscroll = async () => {
        const first = wanted = Math.round(list.scrollTop / 20);
        draw(first, () => '...');
        await load('text');
        if (first === wanted) draw(first, (row) => 'Row ' + row);
      };
      go.onclick = () => { list.scrollTop = 8000; };`,
    act: CLICK,
    shows: '.row',
    before: 'Row 0',
    after: 'Row 400',
  },
];
