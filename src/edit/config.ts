import type { z } from 'zod'
import { announcementFile } from '../schemas/announcement.ts'
import { contentKinds, type ContentKind } from '../schemas/files.ts'
import { groupSchema, transcriptFile, videoFile } from '../schemas/playlist.ts'
import type { Repository } from '../schemas/site.ts'
import { formOf } from './form.ts'
import { TRANSCRIPT } from './formats.ts'

/** The whole configuration of the editor: every content file as a form. It is made at each build and stored nowhere. */
export function editorConfig({ repository, branch, saves }: Repository, brand: string) {
  const yaml = contentKinds([])
  return {
    load_config_file: false,
    app_title: brand,
    logo: { src: '/favicon.svg' },
    logout_redirect_url: '/',
    backend: { name: 'github', repo: repository, branch, auth_methods: ['token'] },
    publish_mode: saves === 'commits' ? 'simple' : 'editorial_workflow',
    // Nothing is uploaded but transcripts, each beside its video.
    media_folder: PLAYLIST,
    media_libraries: { stock_assets: { providers: [] } },
    slug: { encoding: 'ascii', clean_accents: true },
    output: { omit_empty_optional_fields: true },
    singletons: yaml.flatMap((kind) => ('file' in kind ? [singleton(kind)] : [])),
    collections: [
      ...yaml.flatMap((kind) => ('folder' in kind ? [collection(kind)] : [])),
      ...markdownCollections(),
    ],
  }
}

const PLAYLIST = 'src/content/playlist'

function singleton({ name, file, schema }: Extract<ContentKind, { file: string }>) {
  return { name, label: title(name), file, format: name, fields: formOf(schema) }
}

function collection({ name, folder, schema }: Extract<ContentKind, { folder: string }>) {
  return {
    name: `${name}s`,
    label: `${title(name)}s`,
    label_singular: title(name),
    folder,
    ...form(schema),
    extension: 'yaml',
    format: name,
    ...(name === 'page' && { preview_path: '{{slug}}' }),
  }
}

/** A cohort or a week is a folder with an index.md; a video is any other file of a week. */
function markdownCollections() {
  return [
    {
      name: 'announcements',
      label: 'Announcements',
      label_singular: 'Announcement',
      folder: 'src/content/announcements',
      ...form(announcementFile),
    },
    {
      name: 'weeks',
      label: 'Cohorts and weeks',
      label_singular: 'Cohort or week',
      folder: PLAYLIST,
      path: '{{slug}}/index',
      nested: { depth: 3 },
      meta: { path: { index_file: 'index' } },
      ...form(groupSchema),
    },
    {
      name: 'videos',
      label: 'Videos',
      label_singular: 'Video',
      folder: PLAYLIST,
      nested: { depth: 3, subfolders: false },
      meta: { path: {} },
      // The index.md of cohorts and weeks have none.
      filter: { field: 'videoId', pattern: '.{11}' },
      thumbnail: false,
      ...form(videoFile),
    },
    {
      name: 'transcripts',
      label: 'Transcripts',
      label_singular: 'Transcript',
      folder: PLAYLIST,
      extension: 'vtt',
      format: TRANSCRIPT,
      nested: { depth: 3, subfolders: false },
      meta: { path: {} },
      ...form(transcriptFile),
      slug: { ...NAME, template: undefined, hint: 'Its video’s own name, such as 01-welcome.' },
      identifier_field: 'body',
    },
  ]
}

function form(schema: z.ZodType) {
  return { slug: NAME, fields: formOf(schema) }
}

/** As the check of the content asks for it. */
const NAME = {
  template: '{{title}}',
  editable: ['create'],
  pattern: ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'Write a–z, 0–9 and single hyphens, such as 01-welcome.'],
  hint: 'The file’s name: a page’s address, and the place of a week or a video in its list (01-welcome comes before 02-pricing).',
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
