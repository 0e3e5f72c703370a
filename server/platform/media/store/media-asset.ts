import type { Chapter } from '#contracts/chapter.ts'
import type { Picture } from '#contracts/item.ts'

/** Who may read a stored file: everyone, owners with a signed URL, or only the server itself. */
export type Audience = 'public' | 'owners' | 'nobody'

/** A validated file in the temporary folder, with its key in the store. */
export type PreparedFile = {
  /** SHA-256 of the content in hex, a dot and the usual extension: `9f86d0….webp` */
  key: string
  /** Publishing moves the file from here */
  path: string
  type: string
  bytes: number
  /**
   * A JPEG is for podcast and reading apps, which know no newer format; a preview is what anybody may have of a priced file; a pack holds
   * the pictures of several pages; light is a recording in a smaller form
   */
  role: 'original' | 'rendition' | 'jpeg' | 'preview' | 'pack' | 'light'
}

export type PreparedImage = { kind: 'image'; files: PreparedFile[]; details: Picture }
export type PreparedPdf = { kind: 'pdf'; files: PreparedFile[]; details: PdfDetails }
export type PreparedAudio = { kind: 'audio'; files: PreparedFile[]; details: AudioDetails }
/** What is made from a stored PDF again whenever it is missing. */
type PreparedPages = { kind: 'pages'; files: PreparedFile[]; details: Record<string, never>; derivedFrom: string }
/** The same of a stored recording. */
type PreparedLightSound = { kind: 'light-sound'; files: PreparedFile[]; details: LightSoundDetails; derivedFrom: string }
export type PreparedAsset = PreparedImage | PreparedPdf | PreparedAudio | PreparedPages | PreparedLightSound

/** `pageCount` is null when the file needs a password. */
export type PdfDetails = { pageCount: number | null; encrypted: boolean }
/**
 * `chapters` are those in the file's own tags. Recordings that were published before they were read have none. `uploadSha256` is that of
 * the uploaded file, where the stored one differs from it.
 */
export type AudioDetails = { durationSeconds: number; chapters?: Chapter[]; uploadSha256?: string }

/** Without a file when none can be made, or when it would save too little. */
export type LightSoundDetails = { edition: number; outcome: 'made' | 'needless' | 'failed' }

const WIDTH = 480

/** The file for clients that need a single URL: WebP, near the size at which lists show it. */
export function defaultPictureSource(picture: Picture): string {
  const webp = picture.sources.filter((source) => source.type === 'image/webp').toSorted((a, b) => a.width - b.width)
  return (webp.find((source) => source.width >= WIDTH) ?? webp.at(-1))?.path ?? ''
}
