import type { Author } from '#contracts/catalogue/author.ts'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import cover from './cover.webp'

/** URL of a transparent image. The URL is absolute, because a path would be resolved against the media of the API. */
const COVER = new URL(cover, location.href).href
const picture: Picture = { width: 600, height: 900, placeholder: '', sources: [{ type: 'image/webp', width: 600, path: COVER }] }
const times = {
  state: 'published' as const,
  publishAt: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** Builds a free book as the API returns it. */
export function buildBook(changes: Partial<BookDetails> = {}): BookDetails {
  return {
    id: 'book-1',
    slug: 'sow-in-season',
    title: 'Sow in Season',
    subtitle: '',
    author: 'Tapiwa Gumbo',
    contributors: [],
    language: null,
    isbn: null,
    publisher: '',
    publishedYear: null,
    editionStatement: '',
    offerEpub: false,
    madeEpub: null,
    rights: '',
    series: '',
    seriesSlug: null,
    seriesNumber: null,
    description: 'A book about patience.',
    price: 0,
    coverImageUrl: COVER,
    pdfUrl: 'book.pdf',
    categories: ['Teen Coaching'],
    subjects: [],
    cover: picture,
    coverAlt: '',
    pageCount: 3,
    encrypted: false,
    previewUrl: null,
    pdfBytes: 20_000,
    hasAudio: false,
    sold: true,
    contents: [],
    opening: null,
    previewPages: null,
    textBytes: null,
    pagesBytes: null,
    editions: [
      { format: 'pdf', url: 'book.pdf', type: 'application/pdf', bytes: 20_000, previewUrl: null, pageCount: 3, encrypted: false },
    ],
    ...times,
    ...changes,
  }
}

/** Builds a free episode as the API returns it. */
export function buildPodcast(changes: Partial<PodcastDetails> = {}): PodcastDetails {
  return {
    id: 'podcast-1',
    slug: 'finish-the-first-draft',
    title: 'Finish the first draft',
    host: 'Ruvimbo Chikomo',
    description: 'A talk.',
    duration: '2:00',
    price: 0,
    coverImage: COVER,
    audioUrl: 'episode.wav',
    categories: ['Teen Coaching'],
    subjects: [],
    cover: { ...picture, height: 600 },
    coverAlt: '',
    language: null,
    editions: [{ format: 'audio', url: 'episode.wav', type: 'audio/wav', bytes: 1000, previewUrl: null, lowBitrate: null }],
    audioType: 'audio/wav',
    audioBytes: 960_000,
    lightSound: null,
    hasChapters: false,
    hasTranscript: false,
    chapters: [],
    ...times,
    ...changes,
  }
}

/** Builds an author as the API returns it. */
export function buildAuthor(changes: Partial<Author> = {}): Author {
  return {
    id: 'author-1',
    slug: 'tapiwa-gumbo',
    name: 'Tapiwa Gumbo',
    bio: 'He led schools.',
    photo: COVER,
    photoAlt: '',
    books: 1,
    socialLinks: {},
    picture,
    ...times,
    ...changes,
  }
}
