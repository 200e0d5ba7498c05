import type { z } from 'zod'
import { announcementFile } from '#src/schemas/announcement.ts'
import { eventSchema } from '#src/schemas/event.ts'
import { contentKinds } from '#src/schemas/files.ts'
import { pageSchema } from '#src/schemas/page.ts'
import { folderSchema, transcriptFile, videoFile } from '#src/schemas/playlist.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import type { Repository } from '#src/schemas/site.ts'
import { EDIT_SIGN_IN_PATH } from '#src/shared/paths.ts'
import type { Cohort } from '#src/shared/playlist/cohort.ts'
import { formFields, labelOf } from './form-fields.ts'
import { FIELDS, TRANSCRIPT } from './formats.ts'
import { repeatOptions } from './repeats.ts'

export function editorConfig(
  { repository, branch, saves }: Repository,
  { brand, timezone }: { brand: string; timezone: string },
  { cohorts, events }: { cohorts: readonly Named[]; events: readonly ProgrammeEvent[] },
) {
  const eventFields = formFields(eventSchema).map((field) => {
    if (field.name === 'repeats')
      return { ...field, widget: 'select', type: undefined, options: repeatOptions(events) }
    // Names the clock, and ‘Now’ is its. The editor would move a day without a time.
    return field.name === 'starts' ? { ...field, input_timezone: timezone } : field
  })
  return {
    load_config_file: false,
    app_title: brand,
    logo: { src: '/icon-192.png' },
    logout_redirect_url: '/',
    // Saves without a build, of which each costs credits at Netlify, until the editor publishes.
    backend: { ...GITHUB, repo: repository, branch, ...(saves === 'commits' && { skip_ci: true }) },
    publish_mode: saves === 'commits' ? 'simple' : 'editorial_workflow',
    // Only transcripts are uploaded, each beside its video.
    media_folder: PLAYLIST,
    media_libraries: { stock_assets: { providers: [] } },
    slug: { encoding: 'ascii', clean_accents: true },
    output: { omit_empty_optional_fields: true },
    singletons: contentKinds.flatMap((kind) => {
      if ('files' in kind) return []
      const { name, file, schema } = kind
      return [{ name, label: labelOf(name), file, format: FIELDS, fields: formFields(schema) }]
    }),
    collections: [
      collection(
        'announcements',
        'Announcement',
        'src/content/announcements',
        announcementFile,
        ANNOUNCEMENTS,
      ),
      collection('events', 'Event', 'src/content/events', eventSchema, {
        ...YAML,
        ...EVENTS,
        fields: eventFields,
      }),
      collection('pages', 'Page', 'src/content/pages', pageSchema, {
        ...YAML,
        icon: 'article',
        preview_path: '{{slug}}',
      }),
      ...cohorts.flatMap(cohortCollections),
      collection('cohorts', 'Cohort', PLAYLIST, folderSchema, GROUP),
    ],
  }
}

// The gate fills in whether the portal has a GitHub App.
const GITHUB = {
  name: 'github',
  auth_methods: ['[[github-app:oauth]]', 'token'],
  auth_endpoint: EDIT_SIGN_IN_PATH,
}

const PLAYLIST = 'src/content/playlist'

const YAML = { extension: 'yaml', format: FIELDS }

const EVENTS = {
  icon: 'event',
  summary: "{{title}} · {{starts | date('D MMM YYYY, h:mm A')}} · {{repeats | default('Once')}}",
  sortable_fields: { fields: ['starts', 'title'], default: { field: 'starts' } },
  view_filters: [
    { name: 'coming', label: 'From today', field: 'starts', gte: '{{today}}' },
    { name: 'deadlines', label: 'Deadlines', field: 'kind', eq: 'due' },
  ],
}

const ANNOUNCEMENTS = {
  icon: 'campaign',
  summary: "{{title}} · {{from | date('D MMM YYYY')}} to {{until | date('D MMM YYYY')}}",
  sortable_fields: { fields: ['from', 'title'], default: { field: 'from', direction: 'descending' } },
  view_filters: [
    { name: 'current', label: 'On home, or to come', field: 'until', gte: '{{today}}' },
    { name: 'over', label: 'Over', field: 'until', lt: '{{today}}' },
    { name: 'email', label: 'By email', field: 'email', eq: true },
  ],
}

const GROUP = {
  description: 'File names set the order. In a new one, press the anchor “Slug” to choose it.',
  path: '{{slug}}/index',
  sortable_fields: { fields: ['slug', 'title'], default: { field: 'slug' } },
}

// A cohort has its own lists, because the editor lists the files of a folder's folders, but no deeper ones.
function cohortCollections({ path, title }: Named) {
  const folder = `${PLAYLIST}/${path}`
  return [
    // The editor reads a week's index.md by the first of its collections.
    collection(`${path}-weeks`, 'Week', folder, folderSchema, {
      ...GROUP,
      icon: 'folder',
      label: `Weeks · ${title}`,
    }),
    collection(`${path}-videos`, 'Video', folder, videoFile, {
      ...IN_WEEKS,
      icon: 'smart_display',
      label: `Videos · ${title}`,
      description: 'In a new video, choose the week under “Parent Folder”.',
      // Files have to be in a folder: that leaves out the cohort's index.md.
      path: '{{title}}/{{title}}',
      meta: { path: {} },
      // A week's index.md is here, too, because it gives the folder its title; the list leaves it out.
      view_filters: {
        filters: [{ name: 'videos', label: 'Videos', field: 'videoId', pattern: '.{11}' }],
        default: 'videos',
      },
      thumbnail: false,
      sortable_fields: { fields: ['slug', 'title', 'date'], default: { field: 'slug' } },
    }),
    // A new transcript is uploaded with its video.
    collection(`${path}-transcripts`, 'Transcript', folder, transcriptFile, {
      ...IN_WEEKS,
      icon: 'subtitles',
      label: `Transcripts · ${title}`,
      path: '{{body}}/{{body}}',
      create: false,
      extension: 'vtt',
      format: TRANSCRIPT,
      identifier_field: 'body',
      slug: '{{body}}',
      summary: '{{filename}}',
    }),
  ]
}

const IN_WEEKS = {
  nested: { depth: 2 },
  view_groups: {
    groups: [{ name: 'week', label: 'Week', field: 'slug', pattern: '^[^/]+' }],
    default: 'week',
  },
}

type Named = Pick<Cohort, 'path' | 'title'>

const NAME = {
  template: '{{title}}',
  editable: ['create'],
  pattern: ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'Use a–z, 0–9 and single hyphens, such as 01-welcome.'],
  hint: 'The file name. It’s the address of a page, and sorts weeks and videos: 01-welcome comes before 02-pricing.',
}

function collection(name: string, label: string, folder: string, schema: z.ZodType, options?: object) {
  const names = { name, label: `${label}s`, label_singular: label }
  return { ...names, folder, slug: NAME, fields: formFields(schema), ...options }
}
