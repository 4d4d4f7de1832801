/** Saves the visible rows as a file that exists only in the page (a blob: URL). */
document.getElementById('save-page').addEventListener('click', () => {
  const rows = [...document.querySelectorAll('#orders tr')].map((row) =>
    [...row.cells]
      .slice(0, -1)
      .map((cell) => `"${cell.textContent.trim().replaceAll('"', '""')}"`)
      .join(','),
  );
  const url = URL.createObjectURL(new Blob([`${rows.join('\r\n')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'orders-on-page.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
});
