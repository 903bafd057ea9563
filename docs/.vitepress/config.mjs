// The documents as a site, which `bastide serve` gives out under /docs when it was built.
//
// The server's policy allows no script and no style within a page, so that code is shown without
// colours and what VitePress writes into each page goes into files.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const base = "/docs/";
const scripts = new Map(); // file -> text of a script that stood in pages

const library = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
/** Anchors as GitHub makes them, so that a link holds here and there (tools/check_docs). */
const slugify = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").trim().replaceAll(" ", "-");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const top = fileURLToPath(new URL("../..", import.meta.url));
const left_out = ["web/", "tests/", "build/", "data/"];
/** The page of the site that a document of the tree is: docs/ is its root, a README stands for its folder. */
const page_of = (file) =>
  file === "README.md" ? "about.md" : file.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md");
const is_page = (file) =>
  file.endsWith(".md") && !file.startsWith("..") && !left_out.some((folder) => file.startsWith(folder)) &&
  existsSync(join(top, file));

/** Links are written for the tree, where they work as well. Those to pages lead to their addresses here; sources
 * are not on the site, so that what leads to them is their path, without a link. What comments run
 * (tools/check_docs) is nothing to read or to find. */
function from_tree_to_site(markdown) {
  markdown.core.ruler.push("from_tree_to_site", (state) => {
    state.tokens = state.tokens.filter((block) => block.type !== "html_block" || !block.content.startsWith("<!--"));
    for (const block of state.tokens) {
      if (block.children) block.children = block.children.flatMap(step_of(state.env, state.Token));
    }
  });
}
function step_of(env, Token) {
  let source = null; // to which the link leads that is open, and what stands in that
  let within = [];
  return (token) => {
    if (token.type === "link_open") {
      const [path, anchor] = token.attrGet("href").split("#");
      if (path === "" || /^([a-z][a-z0-9+.-]*:|\/)/i.test(path)) return [token];
      const file = relative(top, resolve(dirname(env.realPath ?? env.path), decodeURI(path)));
      if (is_page(file)) {
        token.attrSet("href", `/${page_of(file)}${anchor ? `#${anchor}` : ""}`);
        return [token];
      }
      [source, within] = [file, []];
      return [];
    }
    if (source === null) return [token];
    if (token.type !== "link_close") {
      within.push(token);
      return [];
    }
    const path = Object.assign(new Token("code_inline", "code", 0), { content: source });
    const space = Object.assign(new Token("text", "", 0), { content: " " });
    const said = source.endsWith(within.map((one) => one.content).join(""));
    source = null;
    return said ? [path] : [...within, space, path];
  };
}

/** A script within the page as a file of its own. */
function outside(_match, attributes, text) {
  const file = `assets/inline-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.js`;
  scripts.set(file, text);
  return `<script${attributes} src="${base}${file}"></script>`;
}

export default {
  title: "Bastide",
  description: "Carcassonne: rules, computer players, server",
  base,
  srcDir: "..",
  outDir: "../build/docs",
  cacheDir: "../build/docs-cache",
  srcExclude: [...left_out.map((folder) => `${folder}**`), "**/node_modules/**"],
  rewrites: page_of,
  metaChunk: true,
  // One page after the other: the search's index numbers pages as they come, and two builds are the same.
  buildConcurrency: 1,
  lastUpdated: false,
  markdown: {
    config: from_tree_to_site,
    anchor: { slugify },
    highlight: (text, language) =>
      `<pre class="language-${language}" v-pre><code>${escaped(text)}</code></pre>`,
  },
  transformHtml: (html) => html.replace(/<script((?![^>]*\ssrc=)[^>]*)>([^]+?)<\/script>/g, outside),
  buildEnd: ({ outDir }) => {
    for (const [file, text] of scripts) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true });
      writeFileSync(join(outDir, file), text);
    }
  },
  // Pages above this folder do not find its libraries by themselves.
  vite: {
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: library("vue/server-renderer/index.mjs") },
        { find: /^vue$/, replacement: library("vue/dist/vue.runtime.esm-bundler.js") },
      ],
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Play", link: "/tutorials/first-game" },
      { text: "Host", link: "/tutorials/a-table-for-friends" },
      { text: "Build a player", link: "/tutorials/a-bot" },
      { text: "Change the rules", link: "/tutorials/a-house-rule" },
    ],
    sidebar: [
      {
        text: "Tutorials",
        items: [
          { text: "A first game", link: "/tutorials/first-game" },
          { text: "A table for friends", link: "/tutorials/a-table-for-friends" },
          { text: "A bot of your own", link: "/tutorials/a-bot" },
          { text: "A house rule", link: "/tutorials/a-house-rule" },
        ],
      },
      {
        text: "How to",
        items: [
          { text: "Host a server", link: "/hosting" },
          { text: "Measure players", link: "/arena" },
          { text: "Train the network", link: "/training/" },
          {
            text: "Add something",
            link: "/how-to/",
            items: [
              { text: "A language", link: "/how-to/add-a-language" },
              { text: "A computer player", link: "/how-to/add-a-computer-player" },
              { text: "A house rule of points", link: "/how-to/add-a-house-rule-of-points" },
              { text: "An edition", link: "/how-to/add-an-edition" },
              { text: "A protocol message", link: "/how-to/add-a-protocol-message" },
            ],
          },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "The rules", link: "/rules" },
          { text: "The command line", link: "/command-line" },
          { text: "The record", link: "/record" },
          { text: "The protocol", link: "/protocol" },
          { text: "The engine protocol", link: "/engine-protocol" },
          { text: "The computer players", link: "/ai" },
          { text: "The C library", link: "/c-library" },
          { text: "The Python package", link: "/python" },
          { text: "Words of the code", link: "/glossary" },
          { text: "Words of the rulebooks", link: "/terms" },
        ],
      },
      {
        text: "Explanation",
        items: [
          { text: "How it is fast", link: "/explanation/fast" },
          { text: "How it is exact", link: "/explanation/exact" },
          { text: "Which rules exactly", link: "/explanation/which-rules" },
          { text: "Tiles of Hunters & Gatherers", link: "/hunters-tiles" },
          { text: "How it thinks", link: "/explanation/thinks" },
          { text: "How draws are proven", link: "/explanation/draws" },
          { text: "The web client", link: "/web" },
          { text: "The pictures", link: "/art" },
        ],
      },
      {
        text: "Measurements",
        items: [
          { text: "The engine and the server", link: "/bench/results" },
          { text: "The players", link: "/bench/players" },
        ],
      },
      {
        text: "The project",
        items: [
          { text: "About", link: "/about" },
          { text: "Changes", link: "/CHANGELOG" },
          { text: "Architecture", link: "/ARCHITECTURE" },
          { text: "Contributing", link: "/CONTRIBUTING" },
          { text: "Decisions", link: "/decisions/" },
        ],
      },
    ],
  },
};
