import type { Chapter } from '#contracts/catalogue/chapter.ts'
import type { Picture } from '#contracts/catalogue/item.ts'

/** Clients that may read a stored file: everyone, clients with a signed URL (of a purchase or a preview link), or only the server. */
export type Audience = 'public' | 'owners' | 'nobody'

/** A validated file in the temporary folder, with its key in the store. */
export type PreparedFile = {
  /** SHA-256 of the content in hex, a dot and the usual extension: `9f86d0….webp` */
  key: string
  /** Temporary path, from which publishing moves the file */
  path: string
  type: string
  bytes: number
  /**
   * `jpeg` is for podcast and reading apps, which support no newer format, and `thumbnail` a small one for their lists; `preview` is the public part of a priced file; `pack` contains
   * the images of several pages; `icon` is an icon of the site; `light` is low-bitrate audio, `aac` audio for podcast apps, `made-epub` the text of a PDF as an EPUB
   */
  role: 'original' | 'rendition' | 'jpeg' | 'thumbnail' | 'preview' | 'pack' | 'icon' | 'light' | 'aac' | 'made-epub'
}

export type PreparedImage = { kind: 'image'; files: PreparedFile[]; details: Picture }
export type PreparedPdf = { kind: 'pdf'; files: PreparedFile[]; details: PdfDetails }
export type PreparedEpub = { kind: 'epub'; files: PreparedFile[]; details: EpubDetails }
export type PreparedAudio = { kind: 'audio'; files: PreparedFile[]; details: AudioDetails }
/** Files derived from a stored book, which are created again if missing. */
type PreparedPages = { kind: 'pages'; files: PreparedFile[]; details: PagesDetails; derivedFrom: string }
/** Low-bitrate audio and AAC derived from a stored recording or its preview, which are encoded again if missing. */
type PreparedLowBitrateAudio = { kind: 'light-sound'; files: PreparedFile[]; details: LowBitrateAudioDetails; derivedFrom: string }
export type PreparedAsset = PreparedImage | PreparedPdf | PreparedEpub | PreparedAudio | PreparedPages | PreparedLowBitrateAudio

/** Details of a PDF. `pageCount` is null if the file needs a password. */
export type PdfDetails = { pageCount: number | null; encrypted: boolean }
export type EpubDetails = { pageCount: number }
/**
 * Details of a recording. `chapters` are the chapters in the file's tags; recordings published by a version without chapters have none.
 * `uploadSha256` is the digest of the uploaded file if the stored file differs.
 */
export type AudioDetails = { durationSeconds: number; chapters?: Chapter[]; uploadSha256?: string }

/**
 * Details of the files derived from a book. `epub` is the outcome of making an EPUB of its text: `poor` means that the score of the text is
 * too low or the book too long, `subject` is the digest of the description of the book that is in the file.
 */
export type PagesDetails = { epub?: MadeEpubDetails }
export type MadeEpubDetails = { edition: string; outcome: 'made' | 'poor' | 'failed'; score: number | null; subject: string }

/**
 * Details of low-bitrate audio. The asset has no `light` file if encoding failed or the file would save too little. `aac` is the outcome of
 * the AAC encoding for podcast apps, if the recording requires AAC.
 */
export type LowBitrateAudioDetails = { edition: number; outcome: 'made' | 'needless' | 'failed'; aac?: 'made' | 'failed' }

const WIDTH = 480

/** Returns the path of an image for clients that need a single URL: a WebP rendition, near the display size in lists. */
export function defaultPictureSource(picture: Picture): string {
  const webp = picture.sources.filter((source) => source.type === 'image/webp').toSorted((a, b) => a.width - b.width)
  return (webp.find((source) => source.width >= WIDTH) ?? webp.at(-1))?.path ?? ''
}
