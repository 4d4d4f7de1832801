document.getElementById('notice').addEventListener('click', () => {
  alert('Reports are made every night.');
});

document.addEventListener('click', ({ target }) => {
  const row = target.closest('[data-report]');
  if (row === null) return;
  if (target.dataset.openWindow !== undefined) {
    open(target.dataset.openWindow, '_blank', 'popup,width=700,height=500');
  }
  if (target.dataset.rename !== undefined) rename(row);
  if (target.dataset.delete !== undefined) void remove(row);
});

function rename(row) {
  const cell = row.querySelector('[data-report-name]');
  const name = prompt('New name of the report', cell.textContent.trim());
  if (name !== null) cell.textContent = name;
}

async function remove(row) {
  if (!confirm('Delete this report?')) return;
  const response = await fetch(`/api/reports/${row.dataset.report}`, { method: 'DELETE' });
  if (response.ok) row.remove();
}
