import { showDots } from './show-news.ts'

// Stands in the page as it is, behind all that has a dot.
showDots(Date.now())
