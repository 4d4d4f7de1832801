document.getElementById('close-window').addEventListener('click', () => close());
