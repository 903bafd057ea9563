// What the compiler does not see: promises nobody waits for, unused code, mistakes in Svelte's templates.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import svelte_config from "./svelte.config.js";

export default typescript.config(
  { ignores: ["**/dist/", "**/test-results/", "**/generated/", "**/*.d.mts"] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...svelte.configs["flat/recommended"],
  ...svelte.configs["flat/prettier"],
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        project: "./tsconfig.check.json",
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig: svelte_config } },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-undef": "off",
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
      // Maps and sets here are values: a change is another one.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["**/*.svelte"], rules: { "prefer-const": "off", "svelte/prefer-const": "error" } },
  { files: ["**/*.mjs", "**/*.js"], ...typescript.configs.disableTypeChecked },
);
