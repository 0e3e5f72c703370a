import BookOpen from 'lucide-react/icons/book-open'
import Mic from 'lucide-react/icons/mic'
import PenLine from 'lucide-react/icons/pen-line'
import UserRound from 'lucide-react/icons/user-round'

export const SECTIONS = [
  { to: '/admin/books', label: 'Books', Icon: BookOpen },
  { to: '/admin/authors', label: 'Authors', Icon: PenLine },
  { to: '/admin/podcasts', label: 'Podcasts', Icon: Mic },
  { to: '/admin/accounts', label: 'Admin Accounts', Icon: UserRound },
] as const
