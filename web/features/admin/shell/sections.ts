import { BookOpen, Mic, PenLine, UserRound } from 'lucide-react'

export const SECTIONS = [
  { to: '/admin/books', label: 'Books', Icon: BookOpen },
  { to: '/admin/authors', label: 'Authors', Icon: PenLine },
  { to: '/admin/podcasts', label: 'Podcasts', Icon: Mic },
  { to: '/admin/accounts', label: 'Admin Accounts', Icon: UserRound },
] as const
