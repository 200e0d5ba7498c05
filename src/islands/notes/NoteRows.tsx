import * as icons from 'lucide'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import { onPlainClick } from '../clicks.ts'
import { Icon } from '../ui/Icon.tsx'

export function NoteRow({ note, go, edit, remove }: NoteRowProps) {
  const name = `the note at ${spokenTime(note.seconds)}`
  return (
    <div className="flex items-start gap-1">
      <NoteText note={note} go={go} />
      <IconButton drawing={icons.Pencil} name={`Edit ${name}`} press={() => edit(note)} />
      <IconButton drawing={icons.Trash2} name={`Remove ${name}`} press={() => remove(note)} />
    </div>
  )
}

/** Under their videos, in the order of cohorts and weeks. */
export function AllNotes({ notes, go }: { notes: readonly Note[]; go: Go }) {
  const byVideo = [...Map.groupBy(notes, ({ video }) => video)].sort(([a], [b]) => inOrder.compare(a, b))
  return (
    <div className="max-h-104 overflow-y-auto overscroll-contain">
      {byVideo.map(([video, group]) => (
        <section key={video}>
          <h3 className="pt-2 text-sm font-semibold">{group.at(-1)?.title}</h3>
          {group.map((note) => (
            <NoteText key={note.id} note={note} go={go} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Week 10 comes after week 9. */
const inOrder = new Intl.Collator('en', { numeric: true })

function NoteText({ note, go }: { note: Note; go: Go }) {
  return (
    <p className="flex min-w-0 flex-1 gap-3 py-2 text-sm leading-6">
      <a href={pathOf(note)} className="shrink-0 text-link figures" onClick={onPlainClick(() => go(note))}>
        <span aria-hidden="true">{clockTime(note.seconds)}</span>
        <span className="sr-only">{spokenTime(note.seconds)}</span>
      </a>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{note.text}</span>
    </p>
  )
}

function IconButton({ drawing, name, press }: { drawing: icons.IconNode; name: string; press: () => void }) {
  return (
    <button type="button" className="icon-button max-lg:size-11" onClick={press}>
      <Icon drawing={drawing} className="size-4" />
      <span className="sr-only">{name}</span>
    </button>
  )
}

/** Seeks to a note's second. */
export type Go = (note: Note) => void

interface NoteRowProps extends Record<'edit' | 'remove', (note: Note) => void> {
  note: Note
  go: Go
}
