// The documents as a site, which `bastide serve` gives out under /docs when it was built.
//
// The server's policy allows no script and no style within a page, so that code is shown without
// colours and what VitePress writes into each page goes into files.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const base = "/docs/";
const scripts = new Map(); // file -> text of a script that stood in pages

const library = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
/** Anchors as GitHub makes them, so that a link holds here and there (tools/check_docs). */
const slugify = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").trim().replaceAll(" ", "-");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

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
  srcExclude: ["web/**", "tests/**", "build/**", "data/**", "**/node_modules/**"],
  rewrites: { "README.md": "about.md", "docs/:page*": ":page*" },
  metaChunk: true,
  // One page after the other: the search's index numbers pages as they come, and two builds are the same.
  buildConcurrency: 1,
  lastUpdated: false,
  // tools/check_docs resolves every link and anchor, also those to sources, which are no pages.
  ignoreDeadLinks: true,
  markdown: {
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
          { text: "Add something", link: "/how-to/README" },
          { text: "Host a server", link: "/hosting" },
          { text: "Measure players", link: "/arena" },
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
          { text: "Tiles of Hunters & Gatherers", link: "/hunters-tiles" },
        ],
      },
      {
        text: "Explanation",
        items: [
          { text: "How it is fast", link: "/explanation/fast" },
          { text: "How it is exact", link: "/explanation/exact" },
          { text: "Which rules exactly", link: "/explanation/which-rules" },
          { text: "How it thinks", link: "/explanation/thinks" },
          { text: "How draws are proven", link: "/explanation/draws" },
          { text: "The web client", link: "/web" },
          { text: "The pictures", link: "/art" },
          { text: "Decisions", link: "/decisions/README" },
          { text: "Measurements", link: "/bench/results" },
          { text: "The players' ladder", link: "/bench/players" },
        ],
      },
    ],
  },
};
