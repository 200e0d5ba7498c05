import * as icons from '../shared/icons.ts'

/** The icons for navigation groups, links and cards. */
export const contentIcons = {
  book: icons.bookOpen,
  briefcase: icons.briefcase,
  calendar: icons.calendarDays,
  camera: icons.camera,
  coffee: icons.coffee,
  compass: icons.compass,
  globe: icons.globe,
  hash: icons.hash,
  library: icons.library,
  message: icons.messageCircle,
  network: icons.network,
  pen: icons.penLine,
  play: icons.circlePlay,
  shapes: icons.shapes,
  share: icons.share2,
  trophy: icons.trophy,
  users: icons.usersRound,
}
