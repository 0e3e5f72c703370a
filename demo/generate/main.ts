import { makeAudio } from './audio.ts'
import { makeBooks } from './books.ts'
import { makeCovers } from './covers.ts'
import { makeEpisodeCovers } from './episodes.ts'
import { makeHero } from './hero.ts'
import { makePackages } from './packages.ts'
import { makePages } from './pages.ts'
import { makePortraits } from './portraits.ts'
import { makePrograms } from './programs.ts'

/** Makes the committed demonstration files again: `node demo/generate/main.ts [hero|programs|pages|packages|covers|episodes|portraits|books|audio] [slug…]`. */
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
