import { demoAuthors } from './catalogue/authors.ts'
import { demoBooks } from './catalogue/books.ts'
import { demoEpisodes } from './catalogue/episodes.ts'

/**
 * Demonstration catalogue of a new site: field values for adding authors, books and episodes, with file paths relative to demo/files. Lists
 * are in display order. Pages list newest items first, so the loader adds items in reverse order.
 */
export const demoCatalogue = { authors: demoAuthors, books: demoBooks, episodes: demoEpisodes }
