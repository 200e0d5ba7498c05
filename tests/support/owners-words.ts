import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-copy.ts'

const product = readFileSync(join(PROJECT, 'docs/product.md'), 'utf8')
const [, list = ''] = /^## The owner's words$([^]*?)^## /m.exec(product) ?? []

/** What docs/product.md, The owner's words, promises. */
export const ownersWords = {
  packages: namesIn('Packages'),
  paths: namesIn('Files and folders'),
  messages: linesOf('Messages'),
  titles: linesOf('Titles and buttons'),
}

function section(heading: string): string {
  const [, text = ''] = new RegExp(`^### ${heading}$([^]*?)(?=^### |$(?![^]))`, 'm').exec(list) ?? []
  return text
}

function namesIn(heading: string): string[] {
  return [...section(heading).matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

function linesOf(heading: string): string[] {
  return [...section(heading).matchAll(/^- (.+)$/gm)].map(([, line = '']) => line)
}
