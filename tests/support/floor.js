import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import css from '@eslint/css'
import html from '@html-eslint/eslint-plugin-react'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'
import { Scanner } from '@tailwindcss/oxide'
import parser from '@typescript-eslint/parser'
import baseline from 'eslint-plugin-baseline-js'
import { Linter } from 'eslint'
import { defineConfig } from 'eslint/config'
import { tailwind4 } from 'tailwind-csstree'

/** Every browser of the floor (docs/product.md, Browsers) has what was Baseline at the end of this year. */
const available = 2023

/** What is newer, or not everywhere, and what the floor's browsers do. Each part is a list of the rule that checks it. */
const FALLBACKS = {
  scripts: {
    'array-group': 'Safari 17.4, Firefox 119, Chrome 117',
    'async-clipboard': '`writeText`: Safari 13.1, Firefox 63, Chrome 66',
    fullscreen: 'asked for by a key, where the browser has it',
    'intl-segmenter': 'Safari 14.1, Firefox 125, Chrome 87',
    popover: 'Safari 17, Firefox 125, Chrome 114',
    share: 'offered where the browser has it',
  },
  attributes: {
    allowfullscreen: 'the same as `allow`',
    autocapitalize: 'a phone begins with a capital letter',
    closedby: 'a button and Escape close it',
    command: 'a click listener of islands/page-setup.ts',
    commandfor: 'the same',
    'name="theme-color"': 'the bar keeps its colour',
    popover: 'Safari 17, Firefox 125, Chrome 114',
    popovertarget: 'the same',
    popovertargetaction: 'the same',
    'rel="manifest"': 'a bookmark in place of an app',
    'type="speculationrules"': 'a page loads when it is pressed',
  },
  properties: {
    'accent-color': "the system's colour",
    'anchor-name': 'behind @supports',
    'anchor-scope': 'behind @supports',
    'backdrop-filter': 'an almost opaque bar',
    'break-after': 'another page break',
    'content-visibility': 'shell.css shows fly-outs without it',
    'field-sizing': 'the number of rows',
    'forced-color-adjust': "the system's colours",
    'interpolate-size': 'groups open without a movement',
    'overscroll-behavior': 'the page behind scrolls too',
    'position-area': 'a menu in the middle',
    'position-try-fallbacks': 'a menu at a fixed side',
    'scrollbar-width': 'a wide scrollbar',
    'text-wrap': 'other line breaks',
    'user-select': 'Safari has it with a prefix, which the build adds',
  },
  selectors: {
    'details-content': 'groups open without a movement',
    fullscreen: 'no full screen',
    marker: "the text's colour",
    open: 'beside [open] in `:is`',
    'popover-open': 'Safari 17, Firefox 125, Chrome 114',
    selection: "the system's colours",
  },
  atRules: { page: 'other margins on paper', property: 'Safari 16.4, Firefox 128, Chrome 85' },
}

const names = (part) => Object.keys(FALLBACKS[part])

const STYLES = join(import.meta.dirname, '../../src/styles')
const design = await loadDesignSystem(readFileSync(join(STYLES, 'global.css'), 'utf8'), { base: STYLES })
/** Checks the CSS of each Tailwind class, as `css/use-baseline` checks a style sheet. */
const classes = {
  create(context) {
    const { text } = context.sourceCode
    const scanner = new Scanner({})
    const found = () => scanner.getCandidatesWithPositions({ content: text, extension: 'html' })
    return {
      Program() {
        for (const { candidate } of found())
          for (const problem of problemsOf(candidate)) {
            const loc = context.sourceCode.getLocFromIndex(text.indexOf(candidate))
            context.report({ loc, message: `${candidate}: ${problem}` })
          }
      },
    }
  },
}

const linter = new Linter()
const known = new Map()

function problemsOf(candidate) {
  if (!known.has(candidate)) {
    const [text] = design.candidatesToCss([candidate])
    const messages = text ? linter.verify(text, [styles], 'class.css') : []
    known.set(candidate, new Set(messages.map(({ message }) => message)))
  }
  return known.get(candidate)
}

/** `@html-eslint` has no list of exceptions, and by year it passes what not all browsers have. */
const attributes = {
  meta: { ...html.rules['use-baseline'].meta, schema: [] },
  create(context) {
    const report = (finding) => {
      if (!(finding.data.attr?.toLowerCase() in FALLBACKS.attributes)) context.report(finding)
    }
    const visitors = [available, 'newly'].map((level) =>
      html.rules['use-baseline'].create(
        Object.create(context, { options: { value: [{ available: level }] }, report: { value: report } }),
      ),
    )
    return {
      JSXElement(node) {
        // Astro's own kinds of attributes are unknown to it.
        const plain = node.openingElement.attributes.filter(({ type }) => type === 'JSXAttribute')
        const element = { ...node, openingElement: { ...node.openingElement, attributes: plain } }
        for (const visitor of visitors) visitor.JSXElement(element)
      },
    }
  },
}

const styles = {
  files: ['**/*.css'],
  plugins: { css },
  language: 'css/css',
  languageOptions: { tolerant: true },
  rules: {
    'css/use-baseline': [
      'error',
      {
        available,
        allowAtRules: names('atRules'),
        allowProperties: names('properties'),
        allowSelectors: names('selectors'),
      },
    ],
  },
}

export const floor = defineConfig(
  {
    ...styles,
    files: ['src/styles/**/*.css'],
    languageOptions: { customSyntax: tailwind4, tolerant: true },
  },
  {
    files: ['src/{components,edit,islands,layouts,pages}/**/*.{astro,tsx}'],
    plugins: { floor: { rules: { attributes, classes } } },
    rules: { 'floor/attributes': 'error', 'floor/classes': 'error' },
  },
  {
    files: ['src/{edit,embeds,islands,shared}/**/*.{ts,tsx}'],
    languageOptions: { parser, parserOptions: { projectService: true } },
    plugins: { baseline },
    rules: {
      'baseline/use-baseline': [
        'error',
        {
          available,
          ignoreFeatures: names('scripts'),
          includeWebApis: { preset: 'type-aware' },
          includeJsBuiltins: { preset: 'type-aware' },
        },
      ],
    },
  },
)
