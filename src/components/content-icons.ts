import type { IconName } from '#src/shared/icons.ts'
import type { ContentIcon } from '../schemas/icon.ts'

/** The icons that content files may name. */
export const contentIcons: Record<ContentIcon, IconName> = {
  book: 'book-open',
  briefcase: 'briefcase',
  calendar: 'calendar-days',
  camera: 'camera',
  coffee: 'coffee',
  compass: 'compass',
  globe: 'globe',
  hash: 'hash',
  library: 'library',
  message: 'message-circle',
  network: 'network',
  pen: 'pen-line',
  play: 'circle-play',
  shapes: 'shapes',
  share: 'share-2',
  trophy: 'trophy',
  users: 'users-round',
}
