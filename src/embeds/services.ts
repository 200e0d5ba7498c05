import { type Embed, createEmbed, READ_ONLY, WITH_FORMS, WITH_VIDEO } from './embed.ts'
import { refused, type EmbedResult } from './link.ts'
import { isOnDomain, withParamsOf } from './url.ts'

/** What the first service that knows the address makes of it; undefined for other addresses. */
export function matchService(url: URL): EmbedResult | undefined {
  for (const service of services) {
    const { hosts, within = /^/, links, refusal, remedy = '', ...settings } = service
    if (!hosts.some((host) => isOnDomain(url, host)) || !within.test(url.pathname)) continue
    const link = links.find(({ path }) => path.test(url.pathname))
    if (link && !link.refusal) {
      const { path, frame = url.href, ...own } = link
      const src = framed(url, path, frame)
      return { ok: true, embed: createEmbed({ ...settings, ...own, src, href: url.href }) }
    }
    if (refusal) return refused(link?.refusal ?? refusal, remedy)
  }
  return undefined
}

function framed(url: URL, path: RegExp, frame: string): string {
  const groups = path.exec(url.pathname) ?? []
  const address = frame.replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? '')
  return withParamsOf(url, new URL(address, url).href)
}

interface Service extends Settings {
  hosts: string[]
  within?: RegExp
  sandbox: string
  // The first match counts.
  links: Link[]
  /** For other addresses: completes '<what was pasted> is …'. If none is given, they are cards. */
  refusal?: string
  remedy?: string
}

interface Link extends Settings {
  path: RegExp
  frame?: string
  refusal?: string
}

type Settings = Partial<Pick<Embed, 'provider' | 'shape' | 'sandbox' | 'allow' | 'opensInNewTab'>>

const services: readonly Service[] = [
  {
    hosts: ['airtable.com'],
    provider: 'airtable',
    sandbox: `${WITH_FORMS} allow-downloads`,
    allow: 'clipboard-write',
    links: [
      {
        path: /^(?:\/embed)?((?:\/app\w+)?\/shr\w+(?:\/form)?|\/app\w+\/pag\w+\/form)/,
        frame: 'https://airtable.com/embed$1',
      },
      { path: /^\/app/, refusal: 'an Airtable base, which only its collaborators can open' },
    ],
    refusal: 'not a shared Airtable view or form',
    remedy:
      'the share link of a view or form (in Airtable, “Share and sync” → “Create link”; it contains “shr”)',
  },
  {
    hosts: ['typeform.com'],
    provider: 'typeform',
    sandbox: WITH_FORMS,
    links: [{ path: /^\/to\/(\w+)/, frame: '/to/$1' }],
    refusal: 'not a form that members can fill in',
    remedy: 'the form’s link (in Typeform, “Share” → “Copy link”; it contains “/to/”)',
  },
  {
    hosts: ['tally.so'],
    sandbox: WITH_FORMS,
    links: [
      {
        path: /^\/(?:r|embed)\/(\w+)/,
        frame: 'https://tally.so/embed/$1?alignLeft=1&hideTitle=1&transparentBackground=1',
      },
    ],
    refusal: 'not a form that members can fill in',
    remedy: 'the form’s link (in Tally, “Share” → “Copy link”; it contains “/r/”)',
  },
  {
    hosts: ['docs.google.com'],
    within: /^\/forms/,
    provider: 'google-forms',
    sandbox: WITH_FORMS,
    links: [
      {
        path: /^\/forms\/d\/((?:e\/)?[\w-]{3,})(?:\/?$|\/(?:viewform|formResponse|closedform))/,
        frame: '/forms/d/$1/viewform?embedded=true',
      },
    ],
    refusal: 'not a form that members can fill in',
    remedy:
      'the form’s link (in Google Forms, “Send” → the link icon, with “Shorten URL” off; it ends in /viewform)',
  },
  {
    hosts: ['docs.google.com'],
    within: /^\/(?:document|drawings|presentation|spreadsheets)/,
    provider: 'google',
    sandbox: READ_ONLY,
    links: [
      { path: /\/(?:copy|export)\/?$/, refusal: 'a link that copies or downloads' },
      { path: /^\/(document|drawings)\/d\/(e\/[\w-]{3,})/, frame: '/$1/d/$2/pub?embedded=true' },
      { path: /^\/(document|drawings)\/d\/([\w-]{3,})/, frame: '/$1/d/$2/preview' },
      {
        path: /^\/presentation\/d\/((?:e\/)?[\w-]{3,})(?:\/(pub)embed)?/,
        frame: '/presentation/d/$1/$2embed?start=false&loop=false',
        allow: 'fullscreen',
      },
      {
        path: /^\/spreadsheets\/d\/(e\/[\w-]{3,})\/pubhtml/,
        frame: '/spreadsheets/d/$1/pubhtml?widget=true&headers=false',
      },
      { path: /^\/spreadsheets\/d\/([\w-]{3,})\/htmlview/, frame: '/spreadsheets/d/$1/htmlview' },
      { path: /^\/spreadsheets\/d\/([\w-]{3,})\/(?:pre)?view/, frame: '/spreadsheets/d/$1/preview' },
      {
        path: /^\/spreadsheets\/d\/([\w-]{3,})/,
        frame: '/spreadsheets/d/$1/edit?rm=minimal',
        sandbox: WITH_FORMS,
      },
    ],
    refusal: 'not an address that shows one document, drawing, presentation or spreadsheet',
    remedy: 'its link (in Google’s editor, “Share” → “Anyone with the link” → “Copy link”)',
  },
  {
    hosts: ['drive.google.com'],
    provider: 'google',
    sandbox: READ_ONLY,
    links: [
      { path: /\/folders\/(?:.*\/)?([\w-]{3,})/, frame: '/embeddedfolderview?id=$1#list' },
      { path: /^\/embeddedfolderview/ },
      { path: /^\/file\/d\/([\w-]{3,})/, frame: '/file/d/$1/preview', allow: 'fullscreen' },
    ],
    refusal: 'not the address of one folder or file',
    remedy: 'the link to one (in Google Drive, “Share” → “Anyone with the link” → “Copy link”)',
  },
  {
    hosts: ['calendar.google.com'],
    provider: 'google-calendar',
    shape: 'calendar',
    sandbox: WITH_FORMS,
    links: [
      {
        path: /^\/calendar\/appointments\/schedules\/([^/]+)/,
        frame: '/calendar/appointments/schedules/$1?gv=true',
      },
    ],
  },
  {
    // Sites, maps, reports and others.
    hosts: ['google.com'],
    sandbox: READ_ONLY,
    allow: 'fullscreen',
    links: [{ path: /^/, opensInNewTab: true }],
  },
  {
    hosts: ['loom.com', 'vimeo.com'],
    shape: 'video',
    sandbox: WITH_VIDEO,
    allow: 'fullscreen; encrypted-media; picture-in-picture',
    links: [
      { path: /^\/(?:share|embed)\/(?:[^/]*-)?([0-9a-f]{32})/, frame: 'https://www.loom.com/embed/$1' },
      {
        path: /^\/(?:video\/)?(\d+)\/([0-9a-f]{6,})/,
        frame: 'https://player.vimeo.com/video/$1?dnt=1&h=$2',
      },
      { path: /^\/(?:video\/)?(\d+)/, frame: 'https://player.vimeo.com/video/$1?dnt=1' },
      { path: /^/, opensInNewTab: true },
    ],
  },
  {
    hosts: ['notion.so', 'notion.com'],
    sandbox: READ_ONLY,
    links: [],
    refusal: 'a Notion page that only its workspace can open',
    remedy:
      'the published page’s link (in Notion, “Share” → “Publish” → “Copy site link”; it’s on notion.site)',
  },
  {
    hosts: ['notion.site'],
    provider: 'notion',
    sandbox: WITH_FORMS,
    links: [{ path: /[/-]([0-9a-f]{32})\/?$/, frame: '/ebd/$1' }],
    refusal: 'a Notion site address without the page’s ID',
    remedy: 'the “Embed this page” code (in Notion, “Share” → “Publish”)',
  },
]
