import { defineHastPlugin, type HastNode, markdownToHtml } from 'satteri'
import { proseStyles } from './styles.ts'

/** An editor's Markdown as HTML that email programs show, by the parser that pages use. Built before a deploy. */
export function markdownToEmailHtml(markdown: string): string {
  // `gfm` and `smartPunctuation` are Astro's defaults.
  const features = { gfm: true, smartPunctuation: true, rawHtml: true }
  return markdownToHtml(markdown, { features, hastPlugins: [forEmail, styled] }).html
}

const forEmail = defineHastPlugin({
  name: 'for-email',
  element: [
    // Only members see the files of the site, so a link stands in place of a picture.
    {
      filter: ['img'],
      visit: ({ properties: { src, alt } }) => element('a', { href: src }, alt || 'Picture'),
    },
    {
      filter: ['input'],
      visit: ({ properties: { checked } }) => element('span', {}, checked ? '☑' : '☐'),
    },
    {
      filter: ['a'],
      visit(node, context) {
        const { dataFootnoteRef: isNote, dataFootnoteBackref: isWayBack } = node.properties
        if (isWayBack !== undefined) context.removeNode(node)
        if (isNote !== undefined)
          context.replaceNode(node, element('span', {}, `[${context.textContent(node)}]`))
      },
    },
    // On pages, it is for screen readers alone.
    {
      filter: ['h2'],
      visit: ({ properties: { id } }) => (id === 'footnote-label' ? element('hr') : undefined),
    },
    { filter: ['table'], visit: (node, context) => context.setProperty(node, 'dataTextFormat', 'dataTable') },
  ],
})

/** Runs after `forEmail`, and styles the elements that it adds, too. */
const styled = defineHastPlugin({
  name: 'styled',
  element: {
    filter: Object.keys(proseStyles),
    visit(node, context) {
      const own = node.properties.style
      const style = proseStyles[node.tagName] ?? ''
      context.setProperty(node, 'style', typeof own === 'string' ? `${style}; ${own}` : style)
    },
  },
})

function element(tagName: string, properties: Record<string, unknown> = {}, text?: string): HastNode {
  const children = text === undefined ? [] : [{ type: 'text' as const, value: text }]
  return { type: 'element', tagName, properties, children } as HastNode
}
