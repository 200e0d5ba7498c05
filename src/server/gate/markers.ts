import { createHash } from 'node:crypto'
import { escapeUTF8 } from 'entities/escape'
import {
  type Placeholder,
  placeholders,
  type Viewer,
  VIEWER_ELEMENT_ID,
  viewerOf,
} from '#src/shared/viewer.ts'
import type { Member } from '../member.ts'
import type { BuiltFile } from '../vendors/ports.ts'

/** A file's text and SHA-256. Both take longer than filling it in, so they are kept with the file. */
export function contentOf(file: BuiltFile): Content {
  const { bytes } = file
  const content = contents.get(file) ?? {
    text: new TextDecoder().decode(bytes),
    hash: createHash('sha256').update(bytes).digest('base64url'),
  }
  contents.set(file, content)
  return content
}

const contents = new WeakMap<BuiltFile, Content>()

interface Content {
  text: string
  hash: string
}

/** Removes unknown markers, and those without a value. */
export function fillMarkers(html: string, values: MarkerValues): string {
  return html.replace(MARKER, (_, kind: keyof typeof markers, text: string) => markers[kind](text, values))
}

export interface MarkerValues {
  viewer?: PageViewer
  requestId?: string | null
}

// A marker in the built HTML: `[[kind:text]]`.
const MARKER = /\[\[(viewer|editors|admins|view-as|github-app|request|permissions):(.*?)\]\]/gs

const markers = {
  /** A field of theirs, or all as JSON. */
  viewer: (text, { viewer }) => (viewer ? fieldOf(text, viewer) : ''),
  /** HTML or a prop for editors alone. */
  editors: (text, { viewer }) => (viewer?.isEditor ? text : ''),
  admins: (text, { viewer }) => (viewer?.isAdmin ? text : ''),
  /** For whoever looks as a member of a group. */
  'view-as': (text, { viewer }) => (viewer?.viewAs ? text : ''),
  'github-app': (text, { viewer }) => (viewer?.hasGitHubApp ? text : ''),
  /** HTML with a * for the id. */
  request: (text, { requestId }) => (requestId ? text.replace('*', () => escapeUTF8(requestId)) : ''),
  /** What frames may use, for the header. */
  permissions: () => '',
} satisfies Record<string, (text: string, values: MarkerValues) => string>

function fieldOf(name: string, viewer: Viewer): string {
  if (name === 'json') return viewerBlock(viewer)
  return Object.hasOwn(placeholders, name)
    ? htmlOfPlaceholder(name as Placeholder, placeholders[name as Placeholder](viewer))
    : ''
}

function htmlOfPlaceholder(mark: Placeholder, text: string): string {
  if (mark !== 'picture') return escapeUTF8(text)
  return text && `<img src="${escapeUTF8(text)}" alt="">`
}

// Escapes `<`, so that a name can't end the script element or start a comment.
function viewerBlock(viewer: Viewer): string {
  const json = JSON.stringify(viewerOf(viewer)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${VIEWER_ELEMENT_ID}">${json}</script>`
}

export type PageViewer = Viewer &
  Pick<Member, 'isEditor' | 'isAdmin'> & {
    hasGitHubApp?: boolean
    /** The group as whose member they look at the page. */
    viewAs?: string | null
  }
