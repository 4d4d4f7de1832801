const frame = document.getElementById('verification-frame');

addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.data !== 'verified') return;
  document.getElementById('verification').textContent = 'Phone verified';
});
