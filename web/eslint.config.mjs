// For eslint 9, of `make check-web`. The scripts of a page are one program: what one of them declares
// at its top the others use.
const rules = {
  "no-unused-vars": ["error", { vars: "local", args: "after-used" }],
  "no-undef": "off",
  "eqeqeq": "error", "no-var": "error", "prefer-const": ["error", { destructuring: "all" }], "no-shadow": "off",
  "no-unreachable": "error", "no-dupe-keys": "error", "no-dupe-class-members": "error",
  "no-const-assign": "error", "no-fallthrough": "error", "no-self-assign": "error",
  "no-cond-assign": "error", "no-redeclare": "error", "use-isnan": "error", "valid-typeof": "error",
  "no-implied-eval": "error", "no-eval": "error", "no-sparse-arrays": "error",
  "no-this-before-super": "error", "constructor-super": "error",
};

export default [
  { files: ["**/*.js"], languageOptions: { ecmaVersion: 2022, sourceType: "script" }, rules },
];
