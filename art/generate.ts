import { makeAudio } from './demonstration/audio.ts'
import { makeBooks } from './demonstration/books.ts'
import { makeCovers } from './demonstration/covers.ts'
import { makeEpisodeCovers } from './demonstration/episodes.ts'
import { makePortraits } from './demonstration/portraits.ts'
import { makeHero } from './site/hero.ts'
import { makePackages } from './site/packages.ts'
import { makePages } from './site/pages.ts'
import { makePrograms } from './site/programs.ts'

/** Draws the committed pictures and files of the site and the demonstration again: `npm run art:generate --  [hero|programs|pages|packages|covers|episodes|portraits|books|audio] [slug…]`. */
const parts: Record<string, (only: string[]) => Promise<void>> = {
  hero: makeHero,
  programs: makePrograms,
  pages: makePages,
  packages: makePackages,
  covers: makeCovers,
  episodes: makeEpisodeCovers,
  books: makeBooks,
  audio: makeAudio,
  portraits: makePortraits,
}

const [chosen, ...only] = process.argv.slice(2)
for (const part of chosen ? [chosen] : Object.keys(parts)) {
  const make = parts[part]
  if (!make) throw new Error(`There is no part “${part}”; choose from ${Object.keys(parts).join(', ')}.`)
  await make(only)
}
