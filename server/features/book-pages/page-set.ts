import type { PageFormat, PageWidth } from '#contracts/book-pages.ts'

/** `failed`: no pages can be made of the file, such as one that needs a password. */
export type PageSetState = 'making' | 'complete' | 'failed'

/** Where a picture lies in the file that holds it. */
export type StoredPicture = { width: PageWidth; format: PageFormat; start: number; bytes: number }
