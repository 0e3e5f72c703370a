import { demoAuthors } from './catalogue/authors.ts'
import { demoBooks } from './catalogue/books.ts'
import { demoEpisodes } from './catalogue/episodes.ts'

/**
 * What a new site shows until it has a catalogue of its own: the fields of the three add forms, and files relative to demo/files.
 * Each list begins with what is to be shown first; lists are answered newest first, so a loader inserts them backwards.
 */
export const demoCatalogue = { authors: demoAuthors, books: demoBooks, episodes: demoEpisodes }
