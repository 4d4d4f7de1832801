import { html, type Html } from '@errand/foundation';
import type { Report } from '../state/report-store.ts';

export function reportList(reports: readonly Report[]): Html {
  return html`<div class="heading">
      <h1>Reports</h1>
      <p class="actions">
        <a class="button plain" href="/reports/stock">Detailed stock</a>
        <a class="button plain" href="/activity">Activity</a>
        <button type="button" class="plain" id="notice">Show notice</button>
      </p>
    </div>
    <div role="tablist" aria-label="Kinds of reports">
      ${tabs.map(
        ([id, name], index) =>
          html`<button
            type="button"
            role="tab"
            id="${id}-tab"
            aria-controls="${id}"
            aria-selected="${index === 0 ? 'true' : 'false'}"
          >
            ${name}
          </button>`,
      )}
    </div>
    <section class="card" role="tabpanel" id="recent" aria-labelledby="recent-tab">
      <table>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Period</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          ${reports.map(reportRow)}
        </tbody>
      </table>
    </section>
    <section class="card" role="tabpanel" id="scheduled" aria-labelledby="scheduled-tab" hidden>
      <p>Two reports are planned for the first of the month.</p>
    </section>
    <section class="card" role="tabpanel" id="archived" aria-labelledby="archived-tab" hidden>
      <p>Reports older than two years are kept in the archive.</p>
    </section>`;
}

const tabs = [
  ['recent', 'Recent'],
  ['scheduled', 'Scheduled'],
  ['archived', 'Archived'],
] as const;

function reportRow(report: Report): Html {
  const path = `/reports/${report.id}`;
  return html`<tr data-report="${report.id}">
    <td data-report-name>${report.name}</td>
    <td>${report.period}</td>
    <td class="files">
      <a href="${path}" target="_blank">Open</a>
      <button type="button" class="plain" data-open-window="${path}">Open in a window</button>
      <span class="menu hover-menu">
        <a href="${path}" aria-haspopup="true">Save as</a>
        <span class="menu-list">
          <a href="${path}/download?format=csv">As CSV</a>
          <a href="${path}/download?format=pdf">As PDF</a>
        </span>
      </span>
      <button type="button" class="plain" data-rename>Rename</button>
      <button type="button" class="plain danger" data-delete>Delete</button>
    </td>
  </tr>`;
}

export function stockForm(today: string): Html {
  return html`<h1>Detailed stock</h1>
    <form class="card form-grid" action="/reports/stock/run">
      <p>
        <label for="from">Date Range from</label>
        <input id="from" name="from" placeholder="YYYY-MM-DD" value="${today}" />
      </p>
      <p>
        <label for="to">Date Range to</label>
        <input id="to" name="to" placeholder="YYYY-MM-DD" value="${today}" />
      </p>
      <p>
        <label for="format">Export Format</label>
        <select id="format" name="format">
          <option>PDF</option>
          <option>CSV</option>
        </select>
      </p>
      <p class="wide"><button type="submit">Run Report</button></p>
    </form>`;
}
