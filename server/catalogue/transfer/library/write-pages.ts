import { nameKey } from '#contracts/catalogue/name-key.ts'
import { paletteOf } from '#contracts/site/palette.ts'
import type { LibraryFolder } from './library-folder.ts'
import { type ItemPaths, type LibraryLook, type Shown, type ShownAuthor, writeLibraryPage } from './library-page.ts'
import type { LibraryItem, LibraryLists } from './list-library.ts'
import { filesOfItem, type Plan, type PlannedFile, type PlannedItem } from './plan-library.ts'

export type LibrarySite = {
  brand: { name: string; accent: string; dark: string }
  /** SVG of the default logo, or the key of the owner's logo */
  logo: string
  url: string | undefined
  timeZone: string
}
type Counts = { books: number; episodes: number; authors: number }

/**
 * Writes the page and the collection for the items that are in the folder, and removes the files of items that are no longer free or
 * published. Returns the numbers of items.
 */
export async function writePages(
  { lists, folder, plan, recordings }: { lists: LibraryLists; folder: LibraryFolder; plan: Plan; recordings: boolean },
  { site, now }: { site: LibrarySite; now: Date },
): Promise<Counts> {
  const listAll = () => [lists.books({ recordings }), lists.episodes({ recordings })] as AsyncGenerator<LibraryItem>[]
  const has = (file: PlannedFile | undefined): file is PlannedFile => file !== undefined && folder.has(file.path)

  const shown = new Map<string, PlannedItem>()
  for (const list of listAll())
    for await (const { id } of list) {
      const item = plan.items.get(id)
      if (has(item?.file) && item) shown.set(id, item)
    }
  for (const item of plan.items.values())
    if (!shown.has(item.id)) for (const each of filesOfItem(item)) if (has(each)) await folder.remove(each.path)

  async function* withPaths<Entry extends LibraryItem>(list: AsyncIterable<Entry>): AsyncGenerator<Shown<Entry>> {
    for await (const entry of list) {
      const item = shown.get(entry.id)
      if (item) yield { entry, paths: pathsOf(item) }
    }
  }

  function pathsOf({ file, audio, picture, transcript }: PlannedItem): ItemPaths {
    const pathOf = (each: PlannedFile | undefined) => (has(each) ? each.path : undefined)
    const sound = has(audio) ? { path: audio.path, bytes: audio.bytes } : undefined
    return { file: file.path, bytes: file.bytes, audio: sound, picture: pathOf(picture), transcript: pathOf(transcript) }
  }

  async function* writeCollection(): AsyncGenerator<string> {
    let separator = '['
    for (const list of listAll())
      for await (const { entry, paths } of withPaths(list)) {
        const { title, description, people } = entry
        const files = [paths.file, paths.audio?.path, paths.transcript].filter((path) => path !== undefined)
        yield `${separator}\n${toAscii(JSON.stringify({ title, description, authors: people.join(', '), files }))}`
        separator = ','
      }
    yield separator === '[' ? '[]\n' : '\n]\n'
  }

  const items = [...shown.values()]
  const authors = listAuthors(plan, items).map((author) => ({ ...author, picture: has(author.picture) ? author.picture.path : undefined }))
  const books = items.filter(({ kind }) => kind === 'book').length
  const counts = { books, episodes: items.length - books, authors: authors.length }
  await folder.write(
    'index.html',
    writeLibraryPage(lookOf(site, { now, logo: has(plan.logo) ? plan.logo.path : undefined }), {
      counts,
      languages: [...new Set(items.flatMap(({ language }) => language ?? []))],
      hasEpub: items.some(({ isEpub }) => isEpub),
      books: withPaths(lists.books({ recordings })),
      episodes: withPaths(lists.episodes({ recordings })),
      authors,
    }),
  )
  // Kiwix makes a ZIM file of the folder with nautilus, which reads this list: https://github.com/openzim/nautilus
  await folder.write('collection.json', writeCollection())
  await folder.finish()
  return counts
}

/** Returns the authors of the items, each with the numbers of items. */
function listAuthors({ authors }: Plan, items: PlannedItem[]): (Omit<ShownAuthor, 'picture'> & { picture: PlannedFile | undefined })[] {
  const counts = new Map<string, Omit<Counts, 'authors'>>()
  for (const { kind, people } of items)
    for (const name of new Set(people.map(nameKey))) {
      const counted = counts.get(name) ?? { books: 0, episodes: 0 }
      counted[kind === 'book' ? 'books' : 'episodes'] += 1
      counts.set(name, counted)
    }
  return authors.flatMap(({ author, picture }) => {
    const counted = counts.get(nameKey(author.name))
    return counted ? [{ author, picture, ...counted }] : []
  })
}

function lookOf(
  { brand, logo: drawn, url, timeZone }: LibrarySite,
  { now, logo: path }: { now: Date; logo: string | undefined },
): LibraryLook {
  const svg = drawn.startsWith('<') ? { svg: drawn } : undefined
  const day = now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
  return { brand: brand.name, palette: paletteOf(brand), logo: path ? { path } : svg, url, day }
}

/** Escapes letters outside ASCII, since programs on Windows may not expect UTF-8. */
function toAscii(json: string): string {
  return json.replaceAll(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
