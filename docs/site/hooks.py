"""Gives MkDocs the checkout's pages, the list beside them, and the parts of the front page."""

import re
from pathlib import Path

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(__file__).resolve().parent
SOURCES = "https://github.com/armci4j/armci4j/blob/main/"
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")
TIME = re.compile(r"([\d.,]+) (ns|µs|ms)")
NANOS = {"ns": 1, "µs": 1e3, "ms": 1e6}


def on_config(config):
    """Lists the pages by reader: the headings of the index are sections, and its links their pages."""
    config["theme"].static_templates.discard("404.html")  # its links need a server
    config["nav"] = [{"Front page": "index.md"}, {"All pages": "docs/README.md"}]
    for part in read("docs/README.md").split("\n## ")[1:]:
        pages = [{title: (ROOT / "docs" / path).resolve().relative_to(ROOT).as_posix()}
                 for title, path in re.findall(r"^\| \[(.+?)\]\((.+?)\)", part, re.MULTILINE)]
        config["nav"].append({part.split("\n")[0]: pages})
    return config


def on_files(files, config):
    """Adds the pages of the root folder and of docs, with the pictures."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.svg")]
    for path in sorted(path for path in found if SITE not in path.parents):
        files.append(File(path.relative_to(ROOT).as_posix(), str(ROOT), config["site_dir"], False))
    readme = files.get_file_from_path("README.md")  # the site's first page is a shorter one
    readme.url = readme.dest_uri = "overview.html"
    readme.abs_dest_path = str(Path(config["site_dir"], readme.dest_uri))
    return files


def on_nav(nav, config, files):
    """Adds the Javadoc, which is no page of MkDocs and lies beside the pages later."""
    nav.items.insert(2, Link("Javadoc", "api/index.html"))
    return nav


def on_page_markdown(markdown, page, config, files):
    """Fills the front page; leads links to the checkout's other files to the forge."""
    if page.file.src_uri == "index.md":
        return front(markdown)

    def target(link):
        path = (Path(page.file.abs_src_path).parent / link[1]).resolve()
        name = path.relative_to(ROOT).as_posix()
        on_site = name in files or not path.exists()  # MkDocs tells of the latter
        return link[0] if on_site else f"]({SOURCES}{name})"

    return LINK.sub(target, markdown)


def on_page_content(html, page, config, files):
    """Keeps a browser from breaking code behind the dashes of an option."""
    def options(code):
        return re.sub(r"(?<=[> ])-+\w[^ <]*", r'<span class="option">\g<0></span>', code[0])

    return re.sub(r"(?<!</span>)<code>[^<]*</code>", options, html)  # not in blocks


def on_post_build(config):
    """Writes the search's index also as a script, as a page that is opened as a file reads no JSON."""
    folder = Path(config["site_dir"], "search")
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {index};\n", encoding="utf-8")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def front(markdown):
    """Fills the front page from the README, so that nothing is said twice."""
    readme = read("README.md")
    blocks = readme.split("\n\n")
    return (markdown
            .replace("{what}", blocks[1])
            .replace("{picture}", next(block for block in blocks if block.startswith("![")))
            .replace("{program}", re.search(r"```java\n.*?```", readme, re.DOTALL)[0])
            .replace("{plot}", plot(next(block for block in blocks if "| best peer |" in block))))


def plot(table):
    """Draws a table of times as pairs of bars; leaves out rows that are no times."""
    bars = []
    for call, *cells in (row.strip("| ").split(" | ") for row in table.split("\n")[2:]):
        times = [TIME.fullmatch(cell) for cell in cells]
        if all(times):
            nanos = [float(time[1].replace(",", "")) * NANOS[time[2]] for time in times]
            bars.append(f"<p>{call}</p>")
            for kind, cell, value in zip(("own", "peer"), cells, nanos):
                bars.append(f'<div class="{kind}" style="--share: {value / max(nanos):.4f}"><i></i> {cell}</div>')
    return '<div class="medians">' + "".join(bars) + "</div>"
