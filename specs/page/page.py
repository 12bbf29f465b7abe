#!/usr/bin/env python3
"""Opens pages of `lariat explore` and `lariat tree` in Chromium and uses them: mouse, keyboard, links, both colour schemes.

    page.py LARIAT [FOLDER]

LARIAT is the program, FOLDER takes the pages and screenshots of them, for people to look at. Without Chromium on this
machine it says that it is skipped.
"""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, executable  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
failed = []


def check(what, holds, more=""):
    if not holds:
        failed.append(what)
    print(f"{'ok  ' if holds else 'FAIL'} {what}{'' if holds else f': {more}'}")


def explored(lariat, file, folder, *options):
    """The page of a program."""
    subprocess.run([lariat, "explore", file, "--out", folder, *options], cwd=HERE, check=True, stdout=subprocess.DEVNULL)
    return "file://" + os.path.abspath(os.path.join(folder, "index.html"))


def panel(browser):
    """What the panel says; nothing if it is closed."""
    return browser.value("panel.hidden ? null : panel.innerText")


def line(browser, text):
    """The id of the line with this text."""
    return browser.value(f"""[...document.querySelectorAll(".l")].find(l => l.textContent.includes({text!r})).id""")


def uses(browser, url, folder):
    browser.open(url)
    check("the panel is closed at first", panel(browser) is None)
    check("nothing is wider than the window", browser.value("document.documentElement.scrollWidth <= innerWidth"))
    browser.picture(f"{folder}/light.png")

    for text, state, wanted in [
        ("forty rounds", "covered", ["Covered by test", "Inputs of main", "×", "How it ends"]),
        ("the bounds are 0", "dead", ["Dead", "Because", "How that is known", "takes", "lariat reach shelf.c --target"]),
        ("return 2;", "open", ["Open", "What stopped the search", "lariat reach shelf.c --target"]),
        ("table[count] = 2", "error", ["Error", "an index is outside of its array"]),
    ]:
        at = line(browser, text)
        check(f"`{text}` is {state}", browser.value(f"document.getElementById('{at}').classList.contains('{state}')"))
        browser.click(f"#{at} code")
        said = panel(browser) or ""
        missing = [word for word in wanted if word not in said]
        check(f"a click on a line that is {state} says why", not missing, f"without {missing}: {said}")
        check("the line has the focus", browser.value("document.activeElement.parentElement.id") == at)
        browser.picture(f"{folder}/{state}.png")

    browser.press("Escape")
    check("Escape closes the panel", panel(browser) is None)
    check("and leaves the focus on the line", browser.value("document.activeElement.parentElement.id") == at)
    here = "Number(document.activeElement.parentElement.id.split('-')[1])"
    before = browser.value(here)
    browser.press("j")
    after = browser.value(here)
    check("j goes to a later line", after > before, f"{before} {after}")
    check("which opens nothing", panel(browser) is None)
    browser.press("k")
    check("k comes back", browser.value(here) == before)
    browser.press("ArrowDown")
    check("so does an arrow", browser.value(here) == after)
    browser.press("Enter")
    check("Enter opens the panel", f":{after}" in (panel(browser) or ""))
    browser.press("Enter")
    check("and goes there when it is open", browser.value("document.activeElement === panel"))
    for key in ["n", "n", "N"]:
        browser.press(key)
        is_one = "document.activeElement.parentElement.matches('.open, .dead, :has(.badge.open, .badge.dead)')"
        check(f"{key} goes to a line that is open or dead", browser.value(is_one))
    check("and opens the panel", panel(browser) is not None)
    check("one line of the source is a stop of Tab",
          browser.value("document.querySelectorAll('.on > button[tabindex=\"0\"]').length") == 1)

    browser.click(f"#{line(browser, 'sum = 1;')}")
    browser.click("#panel [data-test]")
    check("the lines of a test stand out", browser.value("document.querySelectorAll('.passed').length") > 5)
    browser.picture(f"{folder}/test.png")
    browser.press("Escape")
    check("until the panel is closed", browser.value("document.querySelectorAll('.passed').length") == 0)

    browser.click("#errors a")
    time.sleep(0.2)
    check("a click on an error leads to its line", "Error" in (panel(browser) or ""))
    browser.click("#chains .loop")
    time.sleep(0.2)
    check("a click on a loop of the chains leads to its line", "for (" in (panel(browser) or ""))
    browser.press("Escape")
    browser.value("document.querySelector('#chains').scrollIntoView(), 0")
    browser.picture(f"{folder}/chains.png")
    browser.open(url + "#" + line(browser, "forty rounds"))
    check("an address with a line opens its panel", "Covered" in (panel(browser) or ""))

    browser.open(url + "#%")
    browser.press("j")
    check("one that is no text opens nothing, and keys work", browser.value("document.activeElement.closest('.on') !== null"))

    for name, width, height, dark in [("dark", 1400, 900, True), ("narrow", 420, 860, False)]:
        browser.open(url, width, height, dark)
        wide = browser.value("document.documentElement.scrollWidth")
        check(f"{name}: nothing is wider than the window", wide <= width, wide)
        browser.picture(f"{folder}/{name}.png")
        browser.click(f"#{line(browser, 'the bounds are 0')} code")
        browser.picture(f"{folder}/{name}-panel.png")
    browser.open(url)
    height = browser.value("document.documentElement.scrollHeight")
    browser.open(url, 1400, height)
    browser.picture(f"{folder}/whole.png")


def large(browser, lariat, folder):
    """A file of many lines is there soon, and a key is answered soon."""
    lines = 20_000
    # Lines behind a return are dead: they have a state without long exploration.
    body = "".join(f"    total += {n % 97}; /* {n} */\n" for n in range(lines))
    file = os.path.join(folder, "large.c")
    with open(file, "w") as out:
        out.write(f"extern int input(void);\nint main(void)\n{{\n    int total = input() & 7;\n{body}    return total;\n}}\n")
    url = explored(lariat, file, os.path.join(folder, "large"), "--target", "lines", "--timeout", "60s")
    started = time.time()
    browser.open(url)
    took = time.time() - started
    size = os.path.getsize(os.path.join(folder, "large", "index.html"))
    print(f"     {lines} lines: {size / 1e6:.1f} MB, loaded in {took:.2f} s")
    check("a large page is loaded soon", took < 8, took)
    browser.value("document.querySelector('#f0-15000 button').focus(), 0")
    started = time.time()
    browser.press("Enter")
    shown = panel(browser)
    took = time.time() - started
    print(f"     its panel opens in {took:.2f} s")
    check("and answers soon", shown is not None and took < 2, took)


def ways(browser, lariat, folder):
    """The page of a tree."""
    file = os.path.join(folder, "tree.html")
    subprocess.run([lariat, "tree", "search.c", "--entry", "search", "--html", file], cwd=HERE, check=True,
                   stdout=subprocess.DEVNULL)
    url = "file://" + file
    browser.open(url)
    items = browser.value("document.querySelectorAll('[role=treeitem]').length")
    leaves = browser.value("document.querySelectorAll('[role=treeitem].leaf').length")
    check("the tree has leaves of all kinds", leaves == browser.value("document.querySelectorAll('.leaves > li').length")
          and all(browser.value(f"document.querySelector('.leaf.{kind}') !== null") for kind in ["covered", "error", "exits"]))
    check("one item of the tree is a stop of Tab",
          browser.value("document.querySelectorAll('[role=treeitem][tabindex=\"0\"]').length") == 1)
    here = "[...document.querySelectorAll('[role=treeitem]')].indexOf(document.activeElement)"
    browser.value("document.querySelector('[role=treeitem]').focus(), 0")
    browser.press("ArrowDown")
    check("an arrow goes on", browser.value(here) == 1, browser.value(here))
    browser.press("End")
    check("End goes to the last one", browser.value(here) == items - 1, browser.value(here))
    browser.press("Home")
    fork = browser.value("[...document.querySelectorAll('[role=treeitem]')].findIndex(i => i.hasAttribute('aria-expanded'))")
    for _ in range(fork):
        browser.press("ArrowDown")
    inside = "document.activeElement.nextElementSibling.offsetHeight"
    browser.press("ArrowLeft")
    check("left folds", browser.value(inside) == 0)
    browser.press("ArrowRight")
    check("right unfolds", browser.value(inside) > 0)
    browser.click(".leaf.error")
    check("a click on a leaf shows its lines", browser.value("document.querySelectorAll('.l.passed').length") > 1)
    check("and the leaf below", browser.value("document.querySelectorAll('.leaves > li.here').length") == 1)
    browser.picture(f"{folder}/tree-leaf.png")
    browser.press("Escape")
    check("until Escape", browser.value("document.querySelectorAll('.l.passed').length") == 0)
    browser.press("Enter")
    check("Enter shows them again", browser.value("document.querySelectorAll('.l.passed').length") > 1)
    for name, width, height, dark in [("light", 1400, 900, False), ("dark", 1400, 900, True), ("narrow", 420, 860, False)]:
        browser.open(url, width, height, dark)
        wide = browser.value("document.documentElement.scrollWidth")
        check(f"tree, {name}: nothing is wider than the window", wide <= width, wide)
        browser.picture(f"{folder}/tree-{name}.png")
    browser.open(url)
    browser.open(url, 1400, browser.value("document.documentElement.scrollHeight"))
    browser.picture(f"{folder}/tree-whole.png")


def main():
    lariat = os.path.abspath(sys.argv[1])
    folder = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else "target/page")
    path = executable()
    if path is None:
        print("skipped: no Chromium on this machine (Debian has it as `chromium`)")
        return
    os.makedirs(folder, exist_ok=True)
    url = explored(lariat, "shelf.c", os.path.join(folder, "shelf"), "--timeout", "30s", "--per-target", "3s")
    with Browser(path) as browser:
        uses(browser, url, folder)
        large(browser, lariat, folder)
        ways(browser, lariat, folder)
        check("no errors in the console, nothing from the network", not browser.problems, browser.problems)
    print(f"screenshots are in {folder}")
    sys.exit(1 if failed else 0)


main()
