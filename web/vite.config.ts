import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { shorten_messages } from "./tools/short_names.ts";

// What the server sends too: nothing inline, nothing from elsewhere.
export const security_policy = readFileSync(new URL("security_policy.txt", import.meta.url), "utf8")
  .trim()
  .replaceAll("\n", "; ");

/** What every board needs begins to load with the page, not after its scripts. */
const preload_engine: Plugin = {
  name: "preload-engine",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {}).flatMap((name) => {
        const attrs = /board-[^/]*\.wasm$/.test(name)
          ? { rel: "preload", href: `/${name}`, as: "fetch", type: "application/wasm", crossorigin: "anonymous" }
          : /worker-[^/]*\.js$/.test(name)
            ? { rel: "modulepreload", href: `/${name}` }
            : null;
        return attrs ? [{ tag: "link", injectTo: "head" as const, attrs }] : [];
      }),
  },
};

const with_every_page = /^assets\/(index|i18n\.svelte|client|route\.svelte|settings\.svelte|storage)-.*\.js$/;

/** Asks browsers that know this to compile the first scripts as they arrive, beside the thread that shows the board. */
const compile_early: Plugin = {
  name: "compile-early",
  apply: "build",
  generateBundle: {
    order: "post",
    handler: (_options, bundle) => {
      const scripts = Object.values(bundle).filter((file) => file.type === "chunk");
      const first = new Set(scripts.filter((one) => one.isEntry).flatMap((one) => [one.fileName, ...one.imports]));
      for (const script of scripts) {
        if (first.has(script.fileName)) script.code = `//# allFunctionsCalledOnLoad\n${script.code}`;
      }
    },
  },
};

/** Beside each file that shrinks by it the same packed by brotli, for the program that has them built in. */
const pack_files: Plugin = {
  name: "pack-files",
  apply: "build",
  closeBundle: {
    order: "post",
    sequential: true,
    async handler() {
      const folder = new URL("dist/", import.meta.url);
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(js|css|wasm|html|svg|webmanifest)$/.test(name)) continue;
        const content = await readFile(new URL(name, folder));
        const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
        if (packed.length < 0.9 * content.length) await writeFile(new URL(`${name}.br`, folder), packed);
      }
    },
  },
};

export default defineConfig({
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A part that is fetched later asks for what it needs at once, but not for what every page has begun with.
      resolveDependencies: (_part, needed, { hostType }) =>
        hostType === "js" ? needed.filter((file) => !with_every_page.test(file)) : needed,
    },
    rolldownOptions: { checks: { bundlerTimings: false } }, // packing files takes longer than bundling them
  },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  preview: { headers: { "Content-Security-Policy": security_policy } },
  plugins: [
    svelte(),
    shorten_messages(),
    preload_engine,
    compile_early,
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: false,
      includeAssets: ["icon.svg", "icon-192.png", "icon-512.png"],
      manifest: {
        name: "Bastide",
        short_name: "Bastide",
        start_url: "/",
        display: "standalone",
        background_color: "#f3ecdf",
        theme_color: "#87391f",
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
        ],
      },
      workbox: {
        importScripts: ["push.js"],
        globPatterns: ["**/*.{js,css,html,wasm,woff2,svg,png,webp}"],
        navigateFallbackDenylist: [/^\/(api|ws|healthz|readyz|metrics|docs)/],
      },
    }),
    pack_files,
  ],
});
