import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './shell/console.tsx';
import { createConsoleRouter } from './routes.ts';

const place = document.getElementById('console');
if (!place) throw new Error('index.html has no element "console".');
createRoot(place).render(
  <StrictMode>
    <Console router={createConsoleRouter()} />
  </StrictMode>,
);
