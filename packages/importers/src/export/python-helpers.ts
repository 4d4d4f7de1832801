import { STEADY_PAGE } from './steady-page.ts';

/** Functions that the steps of an exported script call. */
export const helpers = String.raw`def value_of(placeholder):
    position = re.fullmatch(r"\{\s*index_of\(\s*(\w+)\s*\)\s*\}", placeholder)
    if position:
        return positions[position[1]]
    name, path = re.fullmatch(r"\{\s*(\w+)(.*?)\s*\}", placeholder).groups()
    if not path:
        return loops[name]
    found = values[name]
    for index, key in re.findall(r"\[\s*(-?\w+)\s*\]|\.([\w-]+)", path):
        if key:
            found = found[key]
        else:
            found = found[loops[index] if index in loops else int(index)]
    return found


def bind(text):
    path = r"(?:\[\s*-?\w+\s*\]|\.[\w-]+)*"
    placeholder = r"\{\s*(?:index_of\(\s*\w+\s*\)|([A-Za-z_]\w*)(" + path + r"))\s*\}"

    def value(match):
        name, has_path = match[1], bool(match[2])
        is_text = name and not has_path and name not in loops
        return match[0] if is_text else str(value_of(match[0]))

    return re.sub(placeholder, value, text)


def is_met(check):
    try:
        check()
        return True
    except AssertionError:
        return False


def count_of(locator, timeout):
    if timeout > 0:
        try:
            locator.first.wait_for(state="attached", timeout=timeout)
        except TimeoutError:
            return 0
    count, steady = locator.count(), 0
    if count == 0:
        return 0
    for _ in range(120):
        if steady == 4:
            break
        locator.page.wait_for_timeout(250)
        before, count = count, locator.count()
        steady = steady + 1 if count == before else 0
    return count


def note_request(request):
    if request.resource_type not in ("eventsource", "media", "ping", "websocket"):
        open_requests[request] = time.monotonic()


def settle(page):
    # Waits until the page is steady, for about 10 seconds at most. A request that takes longer than
    # 5 seconds is not waited for.
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            page.evaluate(WHEN_STEADY)
        except Error:
            page.wait_for_load_state()
            continue
        if all(time.monotonic() - since > 5 for since in open_requests.values()):
            return


WHEN_STEADY = """() => ${STEADY_PAGE}"""


IS_UNDER_LABEL = """(box) => {
    box.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = box.getBoundingClientRect();
    const top = box.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
    return top?.closest('label')?.control === box;
}"""


def set_checked(target, checked):
    # A click on the label that covers a box has the same effect as one on the box.
    target.set_checked(checked, force=target.evaluate(IS_UNDER_LABEL))


def drag(source, target=None, source_position=None, target_position=None, offset=None, hold=0):
    page = source.page
    source.hover(position=source_position)
    box = source.bounding_box()
    start = source_position or {"x": box["width"] / 2, "y": box["height"] / 2}
    x, y = box["x"] + start["x"], box["y"] + start["y"]
    page.mouse.down()
    page.wait_for_timeout(hold)
    # Widgets start a drag once the pointer has moved a little.
    page.mouse.move(x + 12, y + 12, steps=4)
    settle(page)
    if target:
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        end = target_position or {"x": box["width"] / 2, "y": box["height"] / 2}
        x, y = box["x"] + end["x"], box["y"] + end["y"]
    else:
        x, y = x + offset["x"], y + offset["y"]
    page.mouse.move(x, y, steps=20)
    settle(page)
    page.mouse.move(x, y)
    page.mouse.up()


def accept(dialog, text=None):
    dialog.accept(dialog.default_value if text is None else text)


@contextmanager
def answering(answer):
    answers.append(answer)
    try:
        yield
    finally:
        answers.pop()`.split('\n');
