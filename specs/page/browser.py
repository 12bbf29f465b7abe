"""Chromium without a window, over the pipe of its DevTools protocol: no package is needed for it."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def executable():
    """A Chromium of this machine, or nothing. LARIAT_CHROMIUM names one."""
    named = os.environ.get("LARIAT_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else NAMES))
    return next((path for path in found if path), None)


class Browser:
    """One page of a browser, as a context manager. Every command is waited for."""

    def __init__(self, path):
        self.path = path
        self.number = 0
        self.problems = []
        self.loaded = False
        self.rest = b""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="lariat-page-")
        to_browser, self.write = os.pipe()
        self.read, from_browser = os.pipe()

        def wire():
            # The browser reads commands from 3 and writes answers to 4; copies first, so that neither is overwritten.
            take, give = os.dup(to_browser), os.dup(from_browser)
            os.dup2(take, 3)
            os.dup2(give, 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                   "--no-first-run", f"--user-data-dir={self.profile}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen([self.path, *options], preexec_fn=wire, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        targets = self.ask("Target.getTargets", session=None)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.ask("Target.attachToTarget", session=None, targetId=page["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.write)
        os.close(self.read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.read, 1 << 16)
            if not chunk:
                raise RuntimeError("the browser is gone")
            self.rest += chunk
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def hear(self, event):
        """Notes what a page should not do: report errors, or ask the network for anything."""
        kind, said = event.get("method"), event.get("params", {})
        if kind == "Page.loadEventFired":
            self.loaded = True
        elif kind == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(said["exceptionDetails"])[:500])
        elif kind == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.problems.append(json.dumps(said["args"])[:500])
        elif kind == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.problems.append(said["entry"]["text"])
        elif kind == "Network.requestWillBeSent" and not said["request"]["url"].startswith(("file:", "about:", "data:")):
            self.problems.append("asks for " + said["request"]["url"])

    def ask(self, method, session="own", **params):
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if session:
            command["sessionId"] = self.session
        os.write(self.write, json.dumps(command).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") != self.number:
                self.hear(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, url, width=1400, height=900, dark=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        # Another page first: the same one with another fragment would not be loaded again.
        for address in ["about:blank", url]:
            self.loaded = False
            self.ask("Page.navigate", url=address)
            while not self.loaded:
                self.hear(self.message())

    def value(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def press(self, key):
        """A key, as from a keyboard."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9}.get(key, ord(key[0]))
        held = 8 if key.isupper() and len(key) == 1 else 0
        for kind in ["keyDown", "keyUp"]:
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "",
                     windowsVirtualKeyCode=code, modifiers=held)

    def click(self, selector):
        """The middle of an element, as from a mouse."""
        where = self.value(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ["mousePressed", "mouseReleased"]:
            self.ask("Input.dispatchMouseEvent", type=kind, x=where[0], y=where[1], button="left", clickCount=1)

    def picture(self, path, whole=False):
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
