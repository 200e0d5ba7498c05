import * as icons from '#src/shared/icons.ts'
import { useState } from 'react'
import { byVideo, notesAsMarkdown, searchNotes } from '#src/shared/notes/words.ts'
import { Icon } from '../ui/Icon.tsx'
import { NoteText, type Go } from './NoteRows.tsx'
import type { LocalNote } from './notes.ts'

/** Every note of the member by video, searched, and as a file to take along. */
export function AllNotes({ notes, go }: { notes: readonly LocalNote[]; go: Go }) {
  const [query, setQuery] = useState('')
  const found = searchNotes(notes, query)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          className="field min-w-40 flex-1 placeholder:text-ink-soft placeholder:opacity-100 lg:min-h-9 lg:w-auto lg:text-sm"
          placeholder="Search my notes"
          aria-label="Search my notes"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button
          type="button"
          className="action max-lg:min-h-11"
          onClick={() => download(notesAsMarkdown(notes, location.origin))}
        >
          <Icon drawing={icons.download} className="size-4" />
          Download as Markdown
        </button>
      </div>
      <p className="sr-only" role="status">
        {query.trim() && (found.length === 1 ? '1 note' : `${found.length} notes`)}
      </p>
      <div className="max-h-104 overflow-y-auto overscroll-contain">
        {byVideo(found).map((group) => (
          <section key={group[0]?.video}>
            <h3 className="pt-2 text-sm font-semibold">{group.at(-1)?.title}</h3>
            {group.map((note) => (
              <NoteText key={note.id} note={note} go={go} />
            ))}
          </section>
        ))}
        {found.length === 0 && (
          <p className="py-2 text-sm text-ink-soft">{`No results for “${query.trim()}”`}</p>
        )}
      </div>
    </>
  )
}

/** Has the browser save a file of its own. */
function download(markdown: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }))
  link.download = 'my-notes.md'
  link.click()
  // Not at once: some browsers read it after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
