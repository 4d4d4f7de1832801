import { check } from '../../gallery/steps.ts';
import { CLICK, type Behaviour } from '../behaviour.ts';

export const timers: readonly Behaviour[] = [
  {
    name: 'timeout',
    script: `go.onclick = () => setTimeout(() => put('new'), delay);`,
    act: CLICK,
  },
  {
    name: 'timeout-with-code-as-text',
    script: `go.onclick = () => setTimeout("document.getElementById('out').textContent = 'new'", delay);`,
    act: CLICK,
  },
  {
    name: 'timeout-after-a-checkbox',
    html: `<label>Terms <input id="terms" type="checkbox"></label><p id="out">old</p>`,
    script: `document.getElementById('terms').onchange = () => setTimeout(put, delay, 'new');`,
    act: check('get_by_label("Terms")'),
  },
  {
    name: 'timeouts-in-a-chain',
    script: `go.onclick = async () => {
      for (const text of ['first', 'second', 'new']) { await sleep(delay / 3); put(text); }
    };`,
    act: CLICK,
  },
  {
    name: 'countdown',
    script: `go.onclick = () => {
      let left = 5;
      (function count() { put(left === 0 ? 'new' : left); if (left-- > 0) setTimeout(count, delay / 5); })();
    };`,
    act: CLICK,
  },
  {
    name: 'interval-until-done',
    script: `go.onclick = () => {
      let percent = 0;
      const interval = setInterval(() => {
        percent += 25;
        put(percent < 100 ? percent + ' %' : 'new');
        if (percent === 100) clearInterval(interval);
      }, delay / 4);
    };`,
    act: CLICK,
  },
  {
    name: 'silent-interval-until-done',
    script: `go.onclick = () => {
      const endsAt = performance.now() + delay;
      const interval = setInterval(() => {
        if (performance.now() < endsAt) return;
        clearInterval(interval);
        put('new');
      }, delay / 3);
    };`,
    act: CLICK,
  },
  {
    name: 'animation-frames',
    script: `go.onclick = () => {
      const endsAt = performance.now() + delay;
      requestAnimationFrame(function frame() {
        if (performance.now() < endsAt) requestAnimationFrame(frame);
        else put('new');
      });
    };`,
    act: CLICK,
  },
  {
    name: 'idle-callbacks',
    script: `go.onclick = () => requestIdleCallback(() => setTimeout(() => requestIdleCallback(() => put('new')), delay));`,
    act: CLICK,
  },
  {
    name: 'message-channel',
    script: `const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => setTimeout(() => put('new'), delay / 2);
      go.onclick = () => setTimeout(() => port1.postMessage('go on'), delay / 2);`,
    act: CLICK,
  },
  {
    name: 'scheduler-post-task',
    script: `go.onclick = () => scheduler.postTask(() => put('new'), { delay });`,
    act: CLICK,
  },
  {
    name: 'spinner',
    html: `<style>@keyframes turn { to { transform: rotate(1turn) } } #out.busy { animation: turn 1s linear infinite }</style><button id="go">Go</button><p id="out">old</p>`,
    script: `go.onclick = () => {
      out.classList.add('busy');
      put('Loading...');
      setTimeout(() => { out.classList.remove('busy'); put('new'); }, delay);
    };`,
    act: CLICK,
  },
  {
    name: 'intersection-observer',
    html: `<button id="go">Go</button><p id="out">old</p><div id="seen" hidden>Here</div>`,
    script: `const seen = document.getElementById('seen');
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) setTimeout(put, delay, 'new'); }).observe(seen);
      go.onclick = () => { seen.hidden = false; };`,
    act: CLICK,
  },
  {
    name: 'resize-observer',
    html: `<button id="go">Go</button><p id="out">old</p><div id="wide" style="width: 100px">Here</div>`,
    script: `const wide = document.getElementById('wide');
      new ResizeObserver(() => { if (wide.offsetWidth > 100) setTimeout(put, delay, 'new'); }).observe(wide);
      go.onclick = () => { wide.style.width = '200px'; };`,
    act: CLICK,
  },
];
