import { describe, expect, test } from 'vitest'
import { notesAsMarkdown } from '#src/shared/notes/markdown.ts'

const SITE = 'https://portal.example'

describe('Notes as Markdown', () => {
  test('are under their videos, in the order of weeks, each with a link to its second', () => {
    const notes = [
      note({ video: 'cohort-17/week-10/pitch', title: 'Pitching', fragment: 'Pitching', seconds: 3754 }),
      note({ seconds: 5, text: 'First' }),
      note({ seconds: 754, text: 'Two\nlines' }),
    ]
    expect(notesAsMarkdown(notes, SITE)).toBe(`# My notes

## Who to ask

- [0:05](${SITE}/video-playlist#Who-to-ask&t=5) First
- [12:34](${SITE}/video-playlist#Who-to-ask&t=754) Two
  lines

## Pitching

- [1:02:34](${SITE}/video-playlist#Pitching&t=3754) Ask
`)
  })

  test('titles and addresses are escaped', () => {
    const odd = note({ title: 'Two \n\n # lines', fragment: '(a)b c"ʻ' })
    expect(notesAsMarkdown([odd], SITE)).toContain(
      `## Two # lines\n\n- [12:34](${SITE}/video-playlist#%28a%29b%20c%22%CA%BB&t=754) Ask`,
    )
  })
})

function note(change: Partial<Parameters<typeof notesAsMarkdown>[0][number]>) {
  const video = 'cohort-17/week-9/who-to-ask'
  return { video, title: 'Who to ask', fragment: 'Who-to-ask', seconds: 754, text: 'Ask', ...change }
}
