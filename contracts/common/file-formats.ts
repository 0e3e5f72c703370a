/**
 * Formats of the files in forms: the media types of each with their extensions in the store, its names in hints and messages, its default
 * size limit in megabytes, and its abilities. A file with `pages` is printed on them, one with `text` can be read as reflowable text, one
 * with `sound` can be heard. An item with several readable files is read in the first format of the table. Files with abilities are
 * editions of items; they are large and are uploaded in chunks. Further lists of formats derive from this table.
 */
export const FILE_FORMATS = {
  image: {
    label: 'Image',
    types: { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'avif' },
    missing: 'Choose an image.',
    expected: 'Choose a JPEG, PNG, WebP or AVIF image.',
    names: 'JPEG, PNG, WebP or AVIF',
    limitMb: 15,
    abilities: [],
  },
  pdf: {
    label: 'PDF',
    types: { 'application/pdf': 'pdf' },
    missing: 'Choose a PDF file.',
    expected: 'Choose a PDF document.',
    names: undefined,
    limitMb: 500,
    abilities: ['pages', 'text'],
  },
  epub: {
    label: 'EPUB',
    types: { 'application/epub+zip': 'epub' },
    missing: 'Choose an EPUB file.',
    expected: 'Choose an EPUB book.',
    names: undefined,
    limitMb: 100,
    abilities: ['text'],
  },
  audio: {
    label: 'Recording',
    types: {
      'audio/mpeg': 'mp3',
      'audio/mp4': 'm4a',
      'audio/ogg': 'ogg',
      'audio/flac': 'flac',
      'audio/wav': 'wav',
      'application/zip': 'zip',
    },
    missing: 'Choose an audio file.',
    expected: 'Choose an MP3, M4A, M4B, 3GP, OGG, FLAC or WAV recording.',
    names: 'MP3, M4A, M4B, 3GP, OGG, FLAC or WAV',
    limitMb: 1024,
    abilities: ['sound'],
  },
  transcript: {
    label: 'Transcript',
    types: { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' },
    missing: 'Choose a transcript.',
    expected: 'Choose a transcript in WebVTT (.vtt) or SubRip (.srt).',
    names: undefined,
    // Enough for fifty hours of speech
    limitMb: 2,
    abilities: [],
  },
} as const

type Formats = typeof FILE_FORMATS
export type FileFormat = keyof Formats
export type Ability = Formats[FileFormat]['abilities'][number]
type FormatWith<Wanted extends Ability> = {
  [Format in FileFormat]: Extract<Formats[Format]['abilities'][number], Wanted> extends never ? never : Format
}[FileFormat]
/** Format of the files in which items are published */
export type EditionFormat = FormatWith<Ability>
/** Format of the files that can be read as text */
export type ReadableFormat = FormatWith<'text'>
/** Media type of a file that a form accepts */
export type MediaType = { [Format in FileFormat]: keyof Formats[Format]['types'] }[FileFormat]

export const FORMAT_NAMES = Object.keys(FILE_FORMATS) as FileFormat[]
export const EDITION_FORMATS = FORMAT_NAMES.filter(isEditionFormat)
export const READABLE_FORMATS = FORMAT_NAMES.filter((format): format is ReadableFormat => hasAbility(format, 'text'))

/** Returns whether items are published in files of a format. */
export function isEditionFormat(format: FileFormat): format is EditionFormat {
  return FILE_FORMATS[format].abilities.length > 0
}

export function hasAbility(format: FileFormat, ability: Ability): boolean {
  const { abilities }: { abilities: readonly Ability[] } = FILE_FORMATS[format]
  return abilities.includes(ability)
}

/** Format and extension in the store by media type. */
export const MEDIA_TYPES = Object.fromEntries(
  FORMAT_NAMES.flatMap((format) => Object.entries(FILE_FORMATS[format].types).map(([type, extension]) => [type, { format, extension }])),
) as Record<MediaType, { format: FileFormat; extension: string }>
