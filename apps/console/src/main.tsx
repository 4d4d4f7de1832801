import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './shell/console.tsx';
import { createConsoleRouter } from './routes.ts';

const place = document.getElementById('console');
if (!place) throw new Error('index.html has no element "console".');
// After an update of the server, the files of the page that is open are gone.
addEventListener('vite:preloadError', () => location.reload());
createRoot(place).render(
  <StrictMode>
    <Console router={createConsoleRouter()} />
  </StrictMode>,
);
