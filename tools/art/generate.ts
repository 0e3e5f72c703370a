import { makeAudio, makeAudiobooks } from './demonstration/audio.ts'
import { makeBookCovers } from './demonstration/book-covers.ts'
import { makeBooks } from './demonstration/books.ts'
import { makeEpisodeCovers } from './demonstration/episode-covers.ts'
import { makeEpubs } from './demonstration/epubs.ts'
import { makePortraits } from './demonstration/portraits.ts'
import { makeTranscripts } from './demonstration/transcripts.ts'
import { makeBrand } from './site/brand.ts'
import { makeScenes } from './site/scenes.ts'
import { makeSharePictures } from './site/share-pictures.ts'

/** Regenerates the committed artwork of the site and the demonstration: `npm run art:generate -- [part] [name…]`. */
const parts: Record<string, (only: string[]) => Promise<void>> = {
  brand: makeBrand,
  scenes: makeScenes,
  share: makeSharePictures,
  covers: makeBookCovers,
  episodes: makeEpisodeCovers,
  portraits: makePortraits,
  books: makeBooks,
  epubs: makeEpubs,
  audio: makeAudio,
  audiobooks: makeAudiobooks,
  transcripts: makeTranscripts,
}

const [chosen, ...only] = process.argv.slice(2)
for (const part of chosen ? [chosen] : Object.keys(parts)) {
  const make = parts[part]
  if (!make) throw new Error(`There is no part “${part}”; choose from ${Object.keys(parts).join(', ')}.`)
  await make(only)
}
