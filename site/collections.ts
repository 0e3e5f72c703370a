import { defineCollections } from './schema.ts'

/** Books that are put together on a page of their own, in the order of the bookshop. Books that do not exist are omitted. */
export const collections = defineCollections([
  {
    title: 'Start here',
    slug: 'start-here',
    summary: 'Short books for people who have not read one in years.',
    text: 'Nobody needs to finish these in a week. Each of them opens anywhere, and gives something back after ten minutes: in the queue at the clinic, on the bus, or when the children are asleep at last.',
    books: ['the-lamp-and-the-letter', 'sow-in-season', 'the-quiet-father'],
  },
  {
    title: 'For two',
    slug: 'for-two',
    summary: 'Before the wedding, after it, and in the years between.',
    books: ['before-you-say-yes', 'a-house-for-two', 'after-the-argument', 'her-own-name'],
  },
])
