import type { ConfigData } from 'html-validate'

/** What every built page is held to: all that html-validate recommends, but for what stands here with its reason. */
export const htmlRules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  // Astro writes one rule for its islands in front of the first of them, and browsers take it there.
  elements: ['html5', { style: { flow: true, phrasing: true } }],
  rules: {
    // React's way of writing, all of it valid: `autoComplete`, `<input/>`, `novalidate=""` and `download=""`.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // React's ids begin with an underscore, which a selector takes as well.
    'valid-id': ['error', { relaxed: true }],
    // Checkboxes of one question share its name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
    // Hits come from a search, and a `<select>` cannot hold them; the sidebar is a dialog where it is a popover.
    'prefer-native-element': ['error', { exclude: ['listbox', 'complementary'] }],
    // It counts what waits in a `<template>`, and a tab's panel and the one frame in it bear one name.
    'unique-landmark': 'off',
  },
}
