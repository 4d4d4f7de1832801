import { Router } from 'express';
import { html } from '@errand/foundation';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';

/** Serves a list that loads more entries when its end scrolls into view. */
export function activityPages(site: Site): Router {
  const router = Router();
  router.get('/activity', requireLogin(site), (_request, response) => {
    sendPage(response, { title: 'Activity', content: activity, scripts: ['activity'] });
  });
  return router;
}

const activity = html`<h1>Activity</h1>
  <section class="card">
    <ul id="activity" class="plain-list" aria-label="Activity"></ul>
    <p id="activity-end" class="spinner" data-testid="loading-spinner">Loading…</p>
  </section>`;
