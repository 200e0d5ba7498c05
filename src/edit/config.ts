import type { z } from 'zod'
import { announcementFile } from '../schemas/announcement.ts'
import { contentKinds } from '../schemas/files.ts'
import { groupSchema, transcriptFile, videoFile } from '../schemas/playlist.ts'
import type { Repository } from '../schemas/site.ts'
import { formFields } from './form-fields.ts'
import { TRANSCRIPT } from './formats.ts'

/** The editor's configuration, made at each build: a form for every content file. */
export function editorConfig({ repository, branch, saves }: Repository, brand: string) {
  const kinds = contentKinds([])
  return {
    load_config_file: false,
    app_title: brand,
    logo: { src: '/favicon.svg' },
    logout_redirect_url: '/',
    backend: { name: 'github', repo: repository, branch, auth_methods: ['token'] },
    publish_mode: saves === 'commits' ? 'simple' : 'editorial_workflow',
    // Only transcripts are uploaded, each beside its video.
    media_folder: PLAYLIST,
    media_libraries: { stock_assets: { providers: [] } },
    slug: { encoding: 'ascii', clean_accents: true },
    output: { omit_empty_optional_fields: true },
    singletons: kinds.flatMap((kind) => {
      if ('folder' in kind) return []
      const { name, file, schema } = kind
      return [{ name, label: title(name), file, format: name, fields: formFields(schema) }]
    }),
    collections: [
      ...kinds.flatMap((kind) => {
        if ('file' in kind) return []
        const { name, folder, schema } = kind
        const preview = name === 'page' ? { preview_path: '{{slug}}' } : {}
        return [
          collection(`${name}s`, title(name), folder, schema, {
            extension: 'yaml',
            format: name,
            ...preview,
          }),
        ]
      }),
      collection('announcements', 'Announcement', 'src/content/announcements', announcementFile),
      // A cohort or a week is a folder with an index.md. A week's other files are videos.
      collection('weeks', 'Cohort or week', PLAYLIST, groupSchema, {
        label: 'Cohorts and weeks',
        path: '{{slug}}/index',
        nested: { depth: 3 },
        meta: { path: { index_file: 'index' } },
      }),
      collection('videos', 'Video', PLAYLIST, videoFile, {
        ...BESIDE,
        // Leaves out the index.md of cohorts and weeks.
        filter: { field: 'videoId', pattern: '.{11}' },
        thumbnail: false,
      }),
      collection('transcripts', 'Transcript', PLAYLIST, transcriptFile, {
        ...BESIDE,
        extension: 'vtt',
        format: TRANSCRIPT,
        slug: { ...NAME, template: undefined, hint: 'The video’s file name, such as 01-welcome.' },
        identifier_field: 'body',
      }),
    ],
  }
}

const PLAYLIST = 'src/content/playlist'
const BESIDE = { nested: { depth: 3, subfolders: false }, meta: { path: {} } }

/** As the content check requires. */
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

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
