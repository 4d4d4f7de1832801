import { CLICK, type Behaviour } from '../behaviour.ts';

/** A worker that replies to each message after that many milliseconds. */
const START_WORKER = `const startWorker = () => new Worker(URL.createObjectURL(new Blob(["onmessage = ({ data }) => setTimeout(postMessage, data, 'new')"])));`;

const FRAME = `<button id="go">Go</button><p id="out">old</p>`;

/** Changes caused by messages from other parties. */
export const messages: readonly Behaviour[] = [
  {
    name: 'socket-answer',
    script: `const socket = new WebSocket(socketUrl('socket'));
      socket.onmessage = ({ data }) => put(data);
      go.onclick = () => socket.send(socketDelay);`,
    act: CLICK,
  },
  {
    name: 'socket-opened-by-the-action',
    script: `go.onclick = () => {
      const socket = new WebSocket(socketUrl('socket'));
      socket.onopen = () => socket.send(socketDelay);
      socket.onmessage = ({ data }) => { put(data); socket.close(); };
    };`,
    act: CLICK,
  },
  {
    name: 'server-sent-update',
    script: `go.onclick = () => {
      const source = new EventSource(api('events'));
      source.onmessage = ({ data }) => { put(data); source.close(); };
    };`,
    act: CLICK,
  },
  {
    name: 'server-sent-progress',
    script: `go.onclick = () => {
      const source = new EventSource(api('progress'));
      source.onmessage = ({ data }) => { put(data); if (data === 'new') source.close(); };
    };`,
    act: CLICK,
  },
  {
    name: 'server-sent-update-on-an-open-stream',
    script: `new EventSource(api('updates')).onmessage = ({ data }) => put(data);
      go.onclick = () => fetch(api('update'), { method: 'POST' });`,
    act: CLICK,
  },
  {
    name: 'worker-answer',
    script: `${START_WORKER}
      const worker = startWorker();
      worker.onmessage = ({ data }) => put(data);
      go.onclick = () => worker.postMessage(socketDelay);`,
    act: CLICK,
  },
  {
    name: 'worker-started-by-the-action',
    script: `${START_WORKER}
      go.onclick = () => {
        const worker = startWorker();
        worker.onmessage = ({ data }) => { put(data); worker.terminate(); };
        worker.postMessage(socketDelay);
      };`,
    act: CLICK,
  },
  {
    name: 'frame-with-a-timer',
    html: `${FRAME}<iframe srcdoc="<script>onmessage = ({ data }) => setTimeout(() => parent.postMessage('new', '*'), data)</script>"></iframe>`,
    script: `onmessage = ({ data }) => put(data);
      go.onclick = () => frames[0].postMessage(delay, '*');`,
    act: CLICK,
  },
  {
    name: 'frame-opened-by-the-action',
    script: `onmessage = ({ data }) => put(data);
      go.onclick = () => { const frame = document.createElement('iframe'); frame.src = api('frame'); document.body.append(frame); };`,
    act: CLICK,
  },
];
