import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { toMinor } from '#contracts/shop/money.ts'
import type { Services } from '#server/boot/services.ts'
import { books } from '#server/catalogue/books/books.schema.ts'
import { createBookStore } from '#server/catalogue/books/books.store.ts'
import { createPodcastStore } from '#server/catalogue/podcasts/podcasts.store.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import type { PreparedImage } from '#server/media/store/media-asset.ts'

type Item = { title?: string; price?: number; content?: Buffer }

/** Stores a published book with arbitrary bytes as its file, for fast tests that don't need a real PDF. */
export async function storeBook(
  { library, publish, database, catalogue: { books } }: Services,
  {
    title = 'Sow in Season',
    author = 'Tapiwa Gumbo',
    description = 'A year of small disciplines.',
    price = 0,
    content = randomBytes(1000),
  }: Item & { author?: string; description?: string } = {},
): Promise<Book> {
  const id = uuidv7()
  const cover = await prepareCover(library.tempFolder)
  const file = await prepareBytes(content, { folder: library.tempFolder, type: 'application/pdf', role: 'original' })
  await publish(async ({ transaction, add }) => {
    const coverId = await add(cover)
    const details = { pageCount: 3, encrypted: false }
    const pdfId = await add({ kind: 'pdf', files: [file], details }, price > 0 ? 'owners' : 'public')
    const texts = { title, author, categories: ['Teen Coaching'], description }
    const store = createBookStore(database.orm)
    await store.insert(transaction, { id, ...texts, priceMinor: toMinor(price), coverId })
    await store.editions.setAsset(transaction, id, { format: 'pdf', assetId: pdfId })
  })
  return books.get(id)
}

/** Stores a published book with the same arbitrary bytes as its PDF and as its audiobook, which has a chapter and a narrator. */
export async function storeAudiobook(services: Services, item: Item = {}): Promise<Book> {
  const { library, publish, database, catalogue } = services
  const { price = 0, content = randomBytes(1000) } = item
  const { id } = await storeBook(services, { ...item, content })
  const file = await prepareBytes(content, { folder: library.tempFolder, type: 'audio/mpeg', role: 'original' })
  await publish(async ({ transaction, add }) => {
    const details = { durationSeconds: 90, chapters: [{ start: 0, title: 'Opening' }] }
    const assetId = await add({ kind: 'audio', files: [file], details }, price > 0 ? 'owners' : 'public')
    await createBookStore(database.orm).editions.setAsset(transaction, id, { format: 'audio', assetId })
    await transaction
      .update(books)
      .set({ contributors: [{ name: 'Rudo Moyo', role: 'narrator' }] })
      .where(eq(books.id, id))
  })
  return catalogue.books.get(id)
}

/** Stores a published episode with arbitrary bytes as its recording. */
export async function storePodcast(
  { library, publish, database, catalogue: { podcasts } }: Services,
  { title = 'Finish the first draft', price = 0, content = randomBytes(1000) }: Item = {},
): Promise<Podcast> {
  const id = uuidv7()
  const cover = await prepareCover(library.tempFolder)
  const file = await prepareBytes(content, { folder: library.tempFolder, type: 'audio/mpeg', role: 'original' })
  await publish(async ({ transaction, add }) => {
    const coverId = await add(cover)
    const audioId = await add({ kind: 'audio', files: [file], details: { durationSeconds: 90 } }, price > 0 ? 'owners' : 'public')
    const texts = { title, host: 'Chiedza Mapfumo', duration: '1:30', categories: ['Book Writing'], description: 'On finishing.' }
    const store = createPodcastStore(database.orm)
    await store.insert(transaction, { id, ...texts, priceMinor: toMinor(price), coverId })
    await store.editions.setAsset(transaction, id, { format: 'audio', assetId: audioId })
  })
  return podcasts.get(id)
}

/** Stores arbitrary bytes as the low-bitrate audio of a recording. */
export function storeLowBitrateAudio(services: Services, recordingKey: string, light: Buffer): Promise<void> {
  return storeDerivedAudio(services, recordingKey, { light })
}

/** Stores arbitrary bytes as the low-bitrate audio of a recording and as the AAC for podcast apps. */
export async function storeDerivedAudio(
  { library, publish }: Services,
  recordingKey: string,
  { light, aac }: { light?: Buffer; aac?: Buffer },
): Promise<void> {
  const folder = library.tempFolder
  const opus = light && (await prepareBytes(light, { folder, type: 'audio/ogg', role: 'light' }))
  const files = [
    ...(opus ? [{ ...opus, key: opus.key.replace('.ogg', '.webm'), type: 'audio/webm' }] : []),
    ...(aac ? [await prepareBytes(aac, { folder, type: 'audio/mp4', role: 'aac' })] : []),
  ]
  await publish(async ({ add, addFile }) => {
    const details = { edition: 1, outcome: light ? ('made' as const) : ('needless' as const), ...(aac && { aac: 'made' as const }) }
    const id = await add({ kind: 'light-sound', files: [], details, derivedFrom: recordingKey })
    for (const file of files) await addFile(id, file, 'nobody')
  })
}

async function prepareCover(folder: string): Promise<PreparedImage> {
  const original = await prepareBytes(randomBytes(100), { folder, type: 'image/png', role: 'original' })
  const rendition = await prepareBytes(randomBytes(100), { folder, type: 'image/webp', role: 'rendition' })
  const sources = [{ type: 'image/webp' as const, width: 40, path: rendition.key }]
  return { kind: 'image', files: [original, rendition], details: { width: 40, height: 60, placeholder: 'data:,', sources } }
}

/** Returns the keys of all files in the media store. */
export async function storedKeys({ library }: Services): Promise<string[]> {
  const keys: string[] = []
  for await (const key of library.store.keys()) keys.push(key)
  return keys.sort()
}

/** Returns the files in the server's temporary folder. */
export function temporaryFiles({ library }: Services): Promise<string[]> {
  return readdir(library.tempFolder, { recursive: true })
}
