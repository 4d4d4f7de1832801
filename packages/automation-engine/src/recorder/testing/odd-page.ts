/** A page with what the sample site lacks: secrets in odd fields, drags, a file field, sliders. */
export const oddPage = `<!doctype html><meta charset=utf-8><title>Odd page</title>
  <style>.item { width: 160px; height: 30px; border: 1px solid } #track { width: 300px; height: 20px; background: #ccd }
    #zone { width: 160px; height: 60px; border: 1px dashed } #late { display: none }</style>
  <label>Name <input id=name></label>
  <label>Login key <input id=shown type=password></label> <button id=show>Show</button>
  <label>PIN <input id=pin></label>
  <label>Token <input id=eaten type=password></label>
  <div id=letters></div>
  <div class=item id=card draggable=true>Card</div> <div id=zone>Bin</div>
  <div class=item id=box style="position: absolute; left: 500px; top: 20px">Box</div>
  <div id=track><div id=knob role=slider tabindex=0 aria-label=Volume aria-valuenow=10 aria-valuemin=0 aria-valuemax=100
    style="position: relative; left: 30px; width: 20px; height: 20px; background: #338"></div></div>
  <button id=choose>Choose a file</button><input type=file id=file hidden>
  <button id=attach>Attach</button> <output id=said></output> <button id=more>More</button> <button id=late>Later</button>
  <script>
    const say = (text) => { said.textContent += text + '; '; };
    show.onclick = () => { shown.type = 'text'; };
    eaten.onkeydown = (event) => { if (event.key.length === 1) { event.preventDefault(); eaten.value += event.key; } };
    card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card');
    zone.ondragover = (event) => event.preventDefault();
    zone.ondrop = (event) => { event.preventDefault(); say('dropped'); };
    box.onpointerdown = (event) => { event.preventDefault(); box.setPointerCapture(event.pointerId);
      box.onpointermove = (moved) => { box.style.left = moved.clientX - 10 + 'px'; box.style.top = moved.clientY - 10 + 'px'; }; };
    box.onpointerup = () => { box.onpointermove = null; };
    const setKnob = (value) => { knob.ariaValueNow = value; knob.style.left = value * 3 + 'px'; };
    knob.onkeydown = ({ key }) => { const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key] ?? 0; setKnob(Number(knob.ariaValueNow) + step); };
    knob.onpointerdown = (event) => { event.preventDefault(); knob.setPointerCapture(event.pointerId);
      knob.onpointermove = (moved) => setKnob(Math.round((moved.clientX - track.getBoundingClientRect().left - 10) / 3)); };
    knob.onpointerup = () => { knob.onpointermove = null; };
    choose.onclick = () => file.click();
    file.onchange = () => say(file.files[0].name);
    attach.onclick = () => { const field = document.createElement('input'); field.type = 'file';
      field.onchange = () => say('attached ' + field.files[0].name); field.click(); };
    more.onclick = () => setTimeout(() => { late.style.display = 'inline'; }, 300);
    late.onclick = () => say('late');
    more.onauxclick = ({ button }) => say('button ' + button);
  </script>`;
