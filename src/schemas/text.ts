import { z } from 'zod'

/** What stands below the fields of a Markdown file. */
export const text = z.string().optional().meta({ control: 'markdown', title: 'Text' })
