import { dismissPressed } from './dismiss.ts'
import { showAnnouncements, showList } from './show-news.ts'

// Stands right behind the news as it is: below them nothing has been read yet that could move.
const now = Date.now()
showList(now)
showAnnouncements(now)
document.addEventListener('click', dismissPressed)
