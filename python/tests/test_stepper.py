"""The stepper of notebooks: a page in a frame, a picture of the moment, a widget."""

import http.server
import pathlib
import shutil
import subprocess
import threading
import xml.etree.ElementTree

import numpy as np
import pytest

import lockstep as ls
from lockstep import stepper

add = ls.RawKernel(r"""
extern "C" __global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}""", "add")


@pytest.fixture(scope="module")
def rec():
    return ls.record(add, 2, 32, (np.arange(40, dtype=np.float32), np.ones(40, np.float32), 40))


def test_a_moment_is_shown_without_a_script(rec):
    shown = stepper.Stepper(rec.path, stepper.moment_of((1,), (7,), 4, None), "Look.", 50, 64)
    texts = [each.text for each in xml.etree.ElementTree.fromstring(shown.svg()).iter() if each.tag.endswith("text")]
    assert "Thread (7,0,0) of block (1,0,0) is about to write x[39]." in texts and "39 < 40 = true" in texts
    assert "   4    if (i < n) x[i] += y[i];" in texts and "... 8 more cells" in texts
    html = shown._repr_html_()
    assert html.startswith("<iframe sandbox=") and "://" not in html.replace("http://www.w3.org/2000/svg", "") and "<svg" in html


def test_a_stepper_is_saved_as_a_page(rec, tmp_path):
    made = rec.stepper(thread=(3, 0, 0), caption="Here.")
    made.save(tmp_path / "page.html")
    assert "Here." in (tmp_path / "page.html").read_text()
    with pytest.raises(ls.LockstepError):
        rec.stepper(line=4000)


def test_as_a_widget_where_anywidget_is_installed(rec):
    pytest.importorskip("anywidget")
    made = rec.stepper(thread=(3,))
    page = made.page
    assert made.get_state()["page"] == page and "<svg" in made._repr_mimebundle_()[0]["text/html"]
    made.go_to(stepper.moment_of(None, (4,), 4, None))
    assert made.get_state()["page"] != page


HOST = b"""<body><div id="cell"></div><img src="/wait"><script type="module">
import { render } from "/stepper.js";
const values = { page: await (await fetch("/page")).text(), height: 600 };
render({ model: { get: name => values[name], on() {}, off() {}, save_changes() {}, set: (name, value) => fetch(`/${name}/${value}`) },
         el: document.getElementById("cell") });
</script></body>"""


class Pages(http.server.BaseHTTPRequestHandler):
    """A notebook's page with the widget. `stops` has what the widget reports; the page is not loaded before its first one."""

    page, stops, has_reported = b"", [], threading.Event()
    module = pathlib.Path(stepper.__file__).with_name("stepper.js").read_bytes()

    def do_GET(self):
        if self.path.startswith("/stop/"):
            self.stops.append(int(self.path.rpartition("/")[2]))
            self.has_reported.set()
        if self.path == "/wait":
            self.has_reported.wait(60)
        body = {"/": HOST, "/stepper.js": self.module, "/page": self.page}.get(self.path, b"")
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def test_a_browser_shows_the_widget_which_reports_its_stop(rec, tmp_path):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.skip("no chromium, which is an optional package")
    made = stepper.Stepper(rec.path, stepper.moment_of(None, (5,), 4, None), "", 50, 64)
    Pages.page = made.page.encode()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile", "--dump-dom",
                        f"http://127.0.0.1:{server.server_port}/"], check=True, capture_output=True, timeout=120)
        server.shutdown()
    start = stepper.data_of(made.page)["start"]
    assert Pages.stops == [start] and start > 0
