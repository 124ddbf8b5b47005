import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules/", "build.mjs", "eslint.config.js"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  { languageOptions: { parserOptions: { project: "./tsconfig.json" } } },
  {
    rules: { "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }] },
  },
);
