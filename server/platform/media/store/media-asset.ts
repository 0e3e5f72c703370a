import type { Picture } from '#contracts/picture.ts'

/** Who may read a stored file: anyone, holders of a grant, or only the server itself. */
export type Audience = 'public' | 'owners' | 'nobody'

/** A checked file in the temporary folder, named after what it will be called in the store. */
export type PreparedFile = {
  /** SHA-256 of the content in hex, a dot and the usual extension: `9f86d0….webp` */
  key: string
  /** Where it lies now; publishing moves it away */
  path: string
  type: string
  bytes: number
  role: 'original' | 'rendition' | 'preview'
}

export type PreparedImage = { kind: 'image'; files: PreparedFile[]; details: Picture }
export type PreparedPdf = { kind: 'pdf'; files: PreparedFile[]; details: PdfDetails }
export type PreparedAudio = { kind: 'audio'; files: PreparedFile[]; details: AudioDetails }
export type PreparedAsset = PreparedImage | PreparedPdf | PreparedAudio

/** `pageCount` is null when the file opens only with a password. */
export type PdfDetails = { pageCount: number | null; encrypted: boolean }
export type AudioDetails = { durationSeconds: number }
