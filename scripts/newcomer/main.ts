import { createServer } from 'node:http';
import { CARD, createLibrarySite } from './library-site.ts';

/** Serves the site of the newcomer test: `node scripts/newcomer/main.ts [PORT]` (default 8095). */
const port = Number(process.argv[2] ?? 8095);
createServer(createLibrarySite()).listen(port, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${port}/ card ${CARD.number}, PIN ${CARD.pin}`);
});
