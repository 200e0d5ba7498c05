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

/**
 * What is newer or not everywhere, under what the floor's browsers do. web-features has the versions of the first line; the
 * fallback of the second is in islands/page-setup.ts, of the third behind `@supports`.
 */
const FALLBACKS = {
  scripts: {
    'have it too': 'array-group async-clipboard intl-segmenter popover',
    'are asked first': 'fullscreen share',
  },
  attributes: {
    'have it too': 'popover popovertarget popovertargetaction',
    'open and close dialogs by a script': 'command commandfor',
    'load a page when it is pressed': 'type="speculationrules"',
    'look plainer': 'allowfullscreen autocapitalize name="theme-color" rel="manifest"',
  },
  properties: {
    'place menus without it': 'anchor-name anchor-scope position-area position-try-fallbacks',
    'have it with a prefix, which the build adds': 'user-select',
    'show groups without movement': 'content-visibility interpolate-size',
    'size a note by its rows': 'field-sizing',
    'look plainer': 'accent-color backdrop-filter break-after forced-color-adjust scrollbar-width text-wrap',
    'scroll the page behind, too': 'overscroll-behavior',
  },
  selectors: {
    'have it too': 'fullscreen popover-open',
    'match [open], which Tailwind adds': 'open',
    'show groups without movement': 'details-content',
    'look plainer': 'marker selection',
  },
  atRules: { 'have it too': 'property', 'print with other margins': 'page' },
}

/** @param {keyof typeof FALLBACKS} part */
function names(part) {
  return Object.values(FALLBACKS[part]).flatMap((each) => each.split(' '))
}

const STYLES = join(import.meta.dirname, '../../src/styles')
const design = await loadDesignSystem(readFileSync(join(STYLES, 'playlist.css'), 'utf8'), { base: STYLES })

/** Checks the CSS of each Tailwind class, as `css/use-baseline` checks a style sheet. */
const classes = {
  create(context) {
    const { text } = context.sourceCode
    const found = new Scanner({}).getCandidatesWithPositions({ content: text, extension: 'html' })
    for (const { candidate } of found)
      for (const problem of problemsOf(candidate)) {
        const loc = context.sourceCode.getLocFromIndex(text.indexOf(candidate))
        context.report({ loc, message: `${candidate}: ${problem}` })
      }
    return {}
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
      if (!names('attributes').includes(finding.data.attr?.toLowerCase())) context.report(finding)
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
    files: ['src/{edit,embeds,islands,shared}/**/*.{js,ts,tsx}'],
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
