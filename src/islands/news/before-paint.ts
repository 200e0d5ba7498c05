import { showAnnouncements, showDots, showList } from './show-news.ts'
import { dismissPressed } from './dismiss.ts'

// Stands in the page as it is, behind all that it chooses from.
const now = Date.now()
showDots(now)
showList(now)
showAnnouncements(now)
document.addEventListener('click', dismissPressed)
