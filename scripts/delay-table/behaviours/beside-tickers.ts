import { CLICK, FILL, type Behaviour } from '../behaviour.ts';

const DEBOUNCED = `let timer;
  field.oninput = () => { clearTimeout(timer); timer = setTimeout(put, delay, field.value); };`;

/** Changes that an action causes on pages where something else keeps changing. */
export const besideTickers: readonly Behaviour[] = [
  {
    name: 'debounce-beside-a-clock',
    script: `setInterval(() => { tick.textContent = new Date().toISOString(); }, 100);
      ${DEBOUNCED}`,
    act: FILL,
  },
  {
    name: 'debounce-beside-timeouts-that-renew-themselves',
    script: `(function renew() { tick.textContent = Date.now(); setTimeout(renew, 70); })();
      ${DEBOUNCED}`,
    act: FILL,
  },
  {
    name: 'timeout-beside-animation-frames',
    script: `requestAnimationFrame(function frame() { tick.style.opacity = (Date.now() % 100) / 100; requestAnimationFrame(frame); });
      go.onclick = () => setTimeout(put, delay, 'new');`,
    act: CLICK,
  },
  {
    name: 'fetch-beside-a-poll',
    script: `setInterval(async () => { tick.textContent = await load('text', 20); }, 250);
      go.onclick = async () => { const text = await load('text', delay / 2); setTimeout(put, delay / 2, text); };`,
    act: CLICK,
  },
  {
    name: 'timeout-beside-a-carousel',
    html: `<button id="go">Go</button><p id="out">old</p><div id="tick" style="transition: transform 200ms">Slide</div>`,
    script: `let place = 0;
      setInterval(() => { place = (place + 1) % 3; tick.style.transform = 'translateX(' + place * 100 + 'px)'; }, 600);
      go.onclick = () => setTimeout(put, delay, 'new');`,
    act: CLICK,
  },
  {
    name: 'timeout-beside-server-sent-ticks',
    script: `new EventSource(api('ticks', 150)).onmessage = ({ data }) => { tick.textContent = data; };
      go.onclick = () => setTimeout(put, delay, 'new');`,
    act: CLICK,
  },
  {
    name: 'socket-answer-beside-its-ticks',
    script: `const socket = new WebSocket(socketUrl('both?ms=150'));
      socket.onmessage = ({ data }) => { if (data === 'new') put(data); else tick.textContent = data; };
      go.onclick = () => socket.send(socketDelay);`,
    act: CLICK,
  },
  {
    name: 'worker-answer-beside-its-ticks',
    script: `const worker = new Worker(URL.createObjectURL(new Blob(["setInterval(() => postMessage(Date.now()), 150); onmessage = ({ data }) => setTimeout(postMessage, data, 'new')"])));
      worker.onmessage = ({ data }) => { if (data === 'new') put(data); else tick.textContent = data; };
      go.onclick = () => worker.postMessage(socketDelay);`,
    act: CLICK,
  },
  {
    name: 'port-answer-beside-its-ticks',
    script: `const { port1, port2 } = new MessageChannel();
      new Worker(URL.createObjectURL(new Blob(["onmessage = ({ ports: [port] }) => { setInterval(() => port.postMessage(Date.now()), 150); port.onmessage = ({ data }) => setTimeout(() => port.postMessage('new'), data); }"]))).postMessage(0, [port2]);
      port1.onmessage = ({ data }) => { if (data === 'new') put(data); else tick.textContent = data; };
      go.onclick = () => port1.postMessage(socketDelay);`,
    act: CLICK,
  },
];
