import { createHash } from 'node:crypto'
import { primaryLanguage } from '#contracts/catalogue/language-names.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { isMediaKey, type MediaStore } from '#server/media/store/media-store.ts'
import { createNames, readableName } from './file-names.ts'
import { FOLDERS, type FolderName, type LibraryFile, type LibraryFolder } from './library-folder.ts'
import type { LibraryAuthor, LibraryCatalogue, LibraryEpisode, LibraryItem, LibraryLists, MediaFile } from './list-library.ts'
import { writeTranscriptPage } from './transcript-page.ts'

/** File that the library should have, with the title of its item for messages, and its content: a stored file, or a text */
export type PlannedFile = LibraryFile & { title: string } & ({ key: string } | { text: () => Promise<string> })
/** Item without the texts that only its entry on the page contains. */
export type PlannedItem = Pick<LibraryItem, 'id' | 'kind' | 'title' | 'people'> & {
  /** Tag of the primary language */
  language: string | undefined
  isEpub: boolean
  file: PlannedFile
  /** Audiobook of a book */
  audio: PlannedFile | undefined
  picture: PlannedFile | undefined
  transcript: PlannedFile | undefined
}
type PlannedAuthor = { author: LibraryAuthor; picture: PlannedFile | undefined }
export type Plan = {
  items: Map<string, PlannedItem>
  authors: PlannedAuthor[]
  logo: PlannedFile | undefined
  /** File without which galleries on phones would show the covers */
  noMedia: PlannedFile
}

/**
 * Chooses the files of all items and their names. Older items are named first, so that a new item never changes the name of another one's
 * file.
 */
export async function planLibrary(
  {
    lists,
    folder,
    store,
    readTranscript,
  }: { lists: LibraryLists; folder: LibraryFolder; store: MediaStore } & Pick<LibraryCatalogue['podcasts'], 'readTranscript'>,
  { recordings, logo: logoKey }: { recordings: boolean; logo: string },
): Promise<Plan> {
  const namesOf = async (name: FolderName) => [name, createNames(await folder.listStrangers(name))] as const
  const claim = new Map(await Promise.all(FOLDERS.map(namesOf)))
  const pathOf = (name: FolderName, ...file: [name: string, ending: string, id: string]) => `${name}/${claim.get(name)?.(...file)}`

  const found: LibraryItem[] = []
  // Descriptions are read again when the page is written, since those of all items together can be large.
  for (const list of [lists.books({ recordings }), lists.episodes({ recordings })])
    for await (const item of list) found.push({ ...item, description: '' })

  const items = new Map<string, PlannedItem>()
  for (const item of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const { id, kind, title, people, language, file, picture } = item
    const name = readableName(title, people[0])
    const audio = kind === 'book' ? item.audio?.file : undefined
    const path = pathOf(kind === 'book' ? 'Books' : 'Episodes', name, extensionOf(file.key), id)
    items.set(id, {
      id,
      kind,
      title,
      people,
      language: language ? primaryLanguage(language) : undefined,
      isEpub: kind === 'book' && item.format === 'epub',
      file: storedFile(path, file, title),
      audio: audio && storedFile(pathOf('Books', name, extensionOf(audio.key), id), audio, title),
      picture: picture && storedFile(pathOf('Pictures', name, extensionOf(picture.key), id), picture, title),
      transcript: kind === 'episode' && item.hasTranscript ? await planTranscript(item, name, path) : undefined,
    })
  }

  async function planTranscript(episode: LibraryEpisode, name: string, file: string): Promise<PlannedFile> {
    const { id, title } = episode
    const text = async () => writeTranscriptPage(episode, { file, cues: await readTranscript(id) })
    return textFile(pathOf('Episodes', `${name} - transcript`, '.html', id), await text(), { title, text })
  }

  const people = new Set([...items.values()].flatMap((item) => item.people.map(nameKey)))
  const authors: PlannedAuthor[] = []
  for await (const author of lists.authors()) {
    if (!people.has(nameKey(author.name))) continue
    const { id, name, picture } = author
    const ownPicture = picture && storedFile(pathOf('Pictures', readableName(name), extensionOf(picture.key), id), picture, name)
    authors.push({ author, picture: ownPicture })
  }

  const logoBytes = isMediaKey(logoKey) ? await store.size(logoKey) : undefined
  const planLogo = (bytes: number) =>
    storedFile(pathOf('Pictures', 'logo', extensionOf(logoKey), logoKey), { key: logoKey, bytes }, 'The logo')
  return {
    items,
    authors: authors.toSorted(({ author: one }, { author: other }) => one.name.localeCompare(other.name, 'en')),
    logo: logoBytes === undefined ? undefined : planLogo(logoBytes),
    noMedia: textFile('Pictures/.nomedia', '', { title: 'A mark for galleries', text: async () => '' }),
  }
}

/** Returns the files of an item. */
export function filesOfItem({ file, audio, picture, transcript }: PlannedItem): PlannedFile[] {
  return [file, audio, picture, transcript].filter((each) => each !== undefined)
}

/** Returns all files of a library, those of an item one after the other. */
export function filesOf({ items, authors, logo, noMedia }: Plan): PlannedFile[] {
  return [noMedia, logo, ...[...items.values()].flatMap(filesOfItem), ...authors.map(({ picture }) => picture)].filter(
    (file) => file !== undefined,
  )
}

function storedFile(path: string, { key, bytes }: MediaFile, title: string): PlannedFile {
  return { path, digest: key.slice(0, 64), bytes, key, title }
}

function textFile(path: string, content: string, more: { title: string; text: () => Promise<string> }): PlannedFile {
  return { path, digest: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content), ...more }
}

const extensionOf = (key: string) => key.slice(key.indexOf('.'))
