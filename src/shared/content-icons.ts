import * as icons from 'lucide'

export const contentIcons = {
  book: icons.BookOpen,
  briefcase: icons.Briefcase,
  calendar: icons.CalendarDays,
  camera: icons.Camera,
  coffee: icons.Coffee,
  compass: icons.Compass,
  globe: icons.Globe,
  hash: icons.Hash,
  library: icons.Library,
  message: icons.MessageCircle,
  network: icons.Network,
  pen: icons.PenLine,
  play: icons.CirclePlay,
  shapes: icons.Shapes,
  share: icons.Share2,
  trophy: icons.Trophy,
  users: icons.UsersRound,
}

export type ContentIcon = keyof typeof contentIcons
