import type { ReactNode } from 'react'

/** What ends an excerpt: how long the whole is, and how to get it. */
export type Preview = { totalPages: number; offer: ReactNode }
